"""The page of documentation at `/docs`, in German and English, made from the OpenAPI document alone."""
