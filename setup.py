"""Builds what pyproject.toml cannot say: the stubs, and the kernel's copies of the generator."""

import os
import platform
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from Cython.Build import cythonize
from grpc_tools import protoc
from setuptools import Extension, setup

ROOT = Path(__file__).parent
SOURCE = ROOT / "services"
BUILD = ROOT / "build" / "kernel"
KERNEL = Path("rulebook/kernel")
SEARCH = Path("engine/kernel")

# Their data are needed before the kernels are built, and the packages' __init__ import the kernels.
for name in ("rulebook", "engine"):
    sys.modules[name] = package = ModuleType(name)
    package.__path__ = [str(SOURCE / name)]

from engine.kernel.sources import DISCS, DRAUGHTS, join  # noqa: E402  the packages are made above
from rulebook.kernel.constants import constants_pxd, generator_text  # noqa: E402
from rulebook.kernel.copies import OPEN_COPY, copies  # noqa: E402


def make_stubs() -> None:
    """Generate the gRPC stubs and their types from proto/ into services/."""
    protos = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "proto").rglob("*.proto"))
    if not protos:
        return
    # protoc finds mypy-protobuf's plugins beside this Python, in an environment nobody has activated.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    out = "services"
    status = protoc.main(
        [
            "protoc",
            "-Iproto",
            f"-I{files('grpc_tools') / '_proto'}",
            *(f"--{kind}_out={out}" for kind in ("python", "grpc_python")),
            *(f"--{kind}_out=quiet:{out}" for kind in ("mypy", "mypy_grpc")),
            *protos,
        ]
    )
    if status:
        raise SystemExit("protoc failed")
    for path in protos:
        for folder in Path(path).relative_to("proto").parents:
            if folder != Path():
                (SOURCE / folder / "__init__.py").touch()


def write(path: Path, text: str) -> None:
    """Write only what changed, so that nothing unchanged is compiled again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def extension(folder: Path, name: str) -> Extension:
    return Extension(
        f"{folder.parent.name}.{folder.name}.{name}",
        [str((BUILD / folder / f"{name}.py").relative_to(ROOT))],
        # Without debug data the compiler takes a third less time.
        extra_compile_args=["-O3", "-g0", "-fno-semantic-interposition", *march()],
    )


def march() -> list[str]:
    """x86-64-v2 is what every machine of the last fifteen years has; aarch64 needs no flag."""
    return ["-march=x86-64-v2"] if platform.machine() in ("x86_64", "AMD64") else []


def kernels() -> list[Extension]:
    """One compiled copy of the generator for each shape of rules, and the kernels that need none."""
    source, types = generator_text("py"), generator_text("pxd")
    for package in (BUILD / "rulebook", BUILD / KERNEL):
        write(package / "__init__.py", "")
    names = []
    for shape, name in (*copies().items(), (None, OPEN_COPY)):
        constants = f"{name}_constants"
        write(BUILD / KERNEL / f"{constants}.pxd", constants_pxd(shape))
        write(BUILD / KERNEL / f"{name}.pxd", types.replace("SHAPE", constants))
        write(BUILD / KERNEL / f"{name}.py", source)
        names.append(name)
    for name in ("discs", "text"):
        for ending in ("py", "pxd"):
            path = SOURCE / KERNEL / f"{name}_kernel.{ending}"
            if path.exists():
                write(BUILD / KERNEL / f"{name}.{ending}", path.read_text())
        names.append(name)
    return [extension(KERNEL, name) for name in names]


def engine_kernels() -> list[Extension]:
    """One compiled copy of generator and search together for each shape of rules, and one for Reversi."""
    for package in (BUILD / "engine", BUILD / SEARCH):
        write(package / "__init__.py", "")
    source, types = join(DRAUGHTS, "py"), join(DRAUGHTS, "pxd")
    names = [*copies().values(), OPEN_COPY]
    for name in names:
        write(BUILD / SEARCH / f"{name}.py", source)
        write(BUILD / SEARCH / f"{name}.pxd", types.replace("SHAPE", f"{name}_constants"))
    for ending in ("py", "pxd"):
        write(BUILD / SEARCH / f"discs.{ending}", join(DISCS, ending))
    return [extension(SEARCH, name) for name in (*names, "discs")]


def compiled(extensions: list[Extension]) -> list[Extension]:
    """The extensions with their sources turned into C."""
    return cythonize(
        extensions,
        include_path=[str(BUILD)],
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,
            "infer_types": True,
            "cdivision": True,  # nothing negative is divided, and no zero divides
        },
        nthreads=2,
    )


if __name__ == "__main__":
    if "BRETTWERK_LINK_ONLY" in os.environ:
        # `make` has built in place just before, which compiles only what changed; an install compiles all.
        setup()
    else:
        make_stubs()
        setup(ext_modules=compiled([*kernels(), *engine_kernels()]))
