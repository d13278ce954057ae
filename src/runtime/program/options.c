/* getopt and its long forms, as glibc does it: arguments that are no options move behind those that are. */
#include <getopt.h>
#include <stdio.h>

#include "../libc/model.h"

int MODEL(strncmp)(const char *a, const char *b, size_t n);
int MODEL(strcmp)(const char *a, const char *b);
char *MODEL(getenv)(const char *name);

/* Of the program now, and not of the library: so they are as at the start in every run. */
char *optarg;
int optind = 1, opterr = 1, optopt = '?';

typedef const struct option option;

/* What stays the same while one option is looked at. */
typedef struct {
  int count;
  char **arguments;
  const char *letters; /* without the sign in front that tells the order */
  option *names;       /* or null */
  int *position;       /* of the name found, for the caller; or null */
  int only_names;      /* -name means --name */
  int complains;
} question;

static enum { PERMUTE, IN_ORDER, STOP_EARLY } order;
static int started;
static char *rest;        /* of an argument that holds several letters; null or empty: take the next one */
static int unknown;       /* what optopt is after the call, whatever the program made of it */
static int passed, ahead; /* arguments passed[..ahead) are no options and wait to move behind */

static int complain(const question *q, const char *what, const char *prefix, const char *name) {
  if (q->complains) fprintf(stderr, what, q->arguments[0], prefix, name);
  return '?';
}

static int complain_letter(const question *q, const char *what, int letter) {
  if (q->complains) fprintf(stderr, what, q->arguments[0], letter);
  unknown = letter;
  return '?';
}

static int missing(const question *q) { return q->letters[0] == ':' ? ':' : '?'; }

static int is_option(const char *argument) { return argument[0] == '-' && argument[1] != 0; }

/* arguments passed[..ahead) and ahead[..optind) change places. */
static void exchange(char **arguments) {
  const int moved = optind - ahead;
  for (int i = 0; i < moved; i++) {
    char *const option = arguments[ahead + i];
    for (int k = ahead + i; k > passed + i; k--) arguments[k] = arguments[k - 1];
    arguments[passed + i] = option;
  }
  passed += moved;
  ahead = optind;
}

/* ---- names -------------------------------------------------------------------------------- */

static int same_meaning(option *a, option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static int ambiguous(const question *q, const char *prefix, size_t length) {
  if (q->complains) {
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", q->arguments[0], prefix, rest);
    for (option *p = q->names; p->name; p++)
      if (MODEL(strncmp)(p->name, rest, length) == 0) fprintf(stderr, " '%s%s'", prefix, p->name);
    fprintf(stderr, "\n");
  }
  rest += MODEL(strlen)(rest);
  optind++;
  unknown = 0;
  return '?';
}

/* The name, or the only one that begins so; null: none.  More than one: *many. */
static option *find_name(const question *q, size_t length, int *many) {
  for (option *p = q->names; p->name; p++)
    if (MODEL(strlen)(p->name) == length && MODEL(strncmp)(p->name, rest, length) == 0) return p;
  option *found = 0;
  for (option *p = q->names; p->name; p++) {
    if (MODEL(strncmp)(p->name, rest, length) != 0) continue;
    if (!found)
      found = p;
    else if (q->only_names || !same_meaning(found, p))
      *many = 1;
  }
  return found;
}

static int take_name(const question *q, const char *prefix) {
  size_t length = 0;
  while (rest[length] && rest[length] != '=') length++;
  int many = 0;
  option *const found = find_name(q, length, &many);
  if (many) return ambiguous(q, prefix, length);
  if (!found) {
    const int perhaps_letters = q->only_names && q->arguments[optind][1] != '-';
    if (perhaps_letters && MODEL(strchr)(q->letters, *rest)) return -1;
    complain(q, "%s: unrecognized option '%s%s'\n", prefix, rest);
    rest = 0;
    optind++;
    unknown = 0;
    return '?';
  }
  char *const value = rest[length] ? rest + length + 1 : 0;
  optind++;
  rest = 0;
  if (value && found->has_arg == no_argument) {
    unknown = found->val;
    return complain(q, "%s: option '%s%s' doesn't allow an argument\n", prefix, found->name);
  }
  if (value) {
    optarg = value;
  } else if (found->has_arg == required_argument) {
    if (optind >= q->count) {
      unknown = found->val;
      complain(q, "%s: option '%s%s' requires an argument\n", prefix, found->name);
      return missing(q);
    }
    optarg = q->arguments[optind++];
  }
  if (q->position) *q->position = (int)(found - q->names);
  if (!found->flag) return found->val;
  *found->flag = found->val;
  return 0;
}

/* ---- letters ------------------------------------------------------------------------------ */

static int take_letter(const question *q) {
  const int letter = *rest++;
  const char *const known = MODEL(strchr)(q->letters, letter);
  if (*rest == 0) optind++;
  if (!known || letter == ':' || letter == ';')
    return complain_letter(q, "%s: invalid option -- '%c'\n", letter);
  const int names_a_name = known[0] == 'W' && known[1] == ';' && q->names;
  if (!names_a_name && known[1] != ':') return letter;
  if (known[1] == ':' && known[2] == ':') {
    if (*rest) {
      optarg = rest;
      optind++;
    }
    rest = 0;
    return letter;
  }
  if (*rest == 0 && optind == q->count) {
    complain_letter(q, "%s: option requires an argument -- '%c'\n", letter);
    rest = 0;
    return missing(q);
  }
  if (names_a_name) {
    if (*rest == 0) rest = q->arguments[optind];
    question as_name = *q;
    as_name.only_names = 0;
    return take_name(&as_name, "-W ");
  }
  optarg = *rest ? rest : q->arguments[optind];
  optind++;
  rest = 0;
  return letter;
}

/* ---- arguments ---------------------------------------------------------------------------- */

static void start(const char *letters, int posix) {
  if (optind == 0) optind = 1;
  passed = ahead = optind;
  rest = 0;
  order = letters[0] == '-'                          ? IN_ORDER
          : letters[0] == '+'                        ? STOP_EARLY
          : posix || MODEL(getenv)("POSIXLY_CORRECT") ? STOP_EARLY
                                                     : PERMUTE;
  started = 1;
}

/* Moves on to the next argument; true when what it is decides, with the answer in *answer. */
static int next_argument(const question *q, int *answer) {
  char **const arguments = q->arguments;
  if (ahead > optind) ahead = optind;
  if (passed > optind) passed = optind;
  if (order == PERMUTE) {
    if (passed != ahead && ahead != optind)
      exchange(arguments);
    else if (ahead != optind)
      passed = optind;
    while (optind < q->count && !is_option(arguments[optind])) optind++;
    ahead = optind;
  }
  if (optind != q->count && MODEL(strcmp)(arguments[optind], "--") == 0) {
    optind++;
    if (passed != ahead && ahead != optind)
      exchange(arguments);
    else if (passed == ahead)
      passed = optind;
    ahead = q->count;
    optind = q->count;
  }
  *answer = -1;
  if (optind == q->count) {
    if (passed != ahead) optind = passed;
    return 1;
  }
  if (!is_option(arguments[optind])) {
    if (order == STOP_EARLY) return 1;
    optarg = arguments[optind++];
    *answer = 1;
    return 1;
  }
  char *const argument = arguments[optind];
  if (q->names && argument[1] == '-') {
    rest = argument + 2;
    *answer = take_name(q, "--");
    return 1;
  }
  if (q->names && q->only_names && (argument[2] || !MODEL(strchr)(q->letters, argument[1]))) {
    rest = argument + 1;
    *answer = take_name(q, "-");
    if (*answer != -1) return 1;
  }
  rest = argument + 1;
  return 0;
}

static int next_option(int count, char *const *arguments, const char *letters, option *names, int *position,
                       int only_names, int posix) {
  int answer = -1;
  optarg = 0;
  if (count >= 1) {
    if (optind == 0 || !started) start(letters, posix);
    if (letters[0] == '-' || letters[0] == '+') letters++;
    const question q = {count, (char **)arguments, letters, names, position, only_names, opterr && letters[0] != ':'};
    if ((rest && *rest) || !next_argument(&q, &answer)) answer = take_letter(&q);
  }
  optopt = unknown;
  return answer;
}

int MODEL(getopt)(int count, char *const *arguments, const char *letters) {
  return next_option(count, arguments, letters, 0, 0, 0, 0);
}
int MODEL(getopt_long)(int count, char *const *arguments, const char *letters, option *names, int *position) {
  return next_option(count, arguments, letters, names, position, 0, 0);
}
int MODEL(getopt_long_only)(int count, char *const *arguments, const char *letters, option *names, int *position) {
  return next_option(count, arguments, letters, names, position, 1, 0);
}
int MODEL(__posix_getopt)(int count, char *const *arguments, const char *letters) {
  return next_option(count, arguments, letters, 0, 0, 0, 1);
}
