// Values asked for one by one.
// HAND: 5\n-1\n => 1
// RUN:
// EXPECT: branches +8 of 8 covered
// EXPECT: finding +abort
// EXPECT: corpus crashes/id:000000
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void abort(void);
int main(void) {
  const int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
  if (x < 10) {
    if (__VERIFIER_nondet_int() == -1) return 1;
  } else if (__VERIFIER_nondet_bool() && __VERIFIER_nondet_uchar() == 200) {
    abort();
  }
  return 0;
}
