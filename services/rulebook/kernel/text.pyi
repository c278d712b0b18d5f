def scan(
    text: bytes,
    squares: int,
    bit_of: bytes,
    square_at: bytes,
    white_last_row: int,
    black_last_row: int,
) -> tuple[int, int, int, bool, int, int, int, int, int]: ...
def piece_list(pieces: int, kings: int, marks: int, names: tuple[str, ...]) -> str: ...
def is_compiled() -> bool: ...
