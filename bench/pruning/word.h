/* The machine's integers: -DWORD=8 or -DWORD=32.  C computes in int at least, so results are cut back. */
#if WORD == 8
typedef signed char word;
#else
typedef int word;
#endif
