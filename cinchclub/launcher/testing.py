"""placeholder"""


def main(arguments: list[str]) -> int:
    """x"""
    return 0
