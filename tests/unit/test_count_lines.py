from tests.count_lines import MOST_GROWTH, count_lines


def test_quadratic_work_is_told_from_linear_work():
    def square(n: int) -> int:
        return count_lines(lambda: [a for a in range(n) for _ in range(n)])

    def line(n: int) -> int:
        return count_lines(lambda: [a + 1 for a in range(n)])

    assert square(200) > 3.5 * square(100)
    assert line(200) < MOST_GROWTH * line(100)
