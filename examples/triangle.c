/* Classifies a triangle by its sides.
 *
 *   espalier generate examples/triangle.c:classify
 *
 * One branch below can never be taken.  It is the kind of slip that reads well: the author
 * thought of "two equal sides" and counted equal pairs.  Espalier proves it unreachable. */

enum triangle { NOT_A_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

enum triangle classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0)
    return NOT_A_TRIANGLE;

  /* Each side must be shorter than the other two together.  The sum of two sides may
   * overflow, the difference of two positive numbers cannot. */
  if (a - b >= c || b - c >= a || c - a >= b)
    return NOT_A_TRIANGLE;

  int equal_pairs = 0;
  if (a == b)
    equal_pairs++;
  if (b == c)
    equal_pairs++;
  if (c == a)
    equal_pairs++;

  if (equal_pairs == 3)
    return EQUILATERAL;
  if (equal_pairs == 2)
    return ISOSCELES;
  return equal_pairs == 1 ? ISOSCELES : SCALENE;
}
