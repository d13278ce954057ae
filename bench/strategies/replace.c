// Replaces what matches a pattern in a text, line by line: a small sed.
//
//   pattern   c  .  [a-z]  [^a-z]  \n \t \d \w \s  \c   each may be followed by * + or ?
//             ^ at the beginning and $ at the end of a line
//             (a|b|c) words of plain characters to choose from
//   with      &  the match;  \u \l  the next character or match in capitals, in small letters
//             \n \t;  \#  the number of the line;  \c  the character itself
//   options   g all matches of a line, not the first alone;  i capitals match small letters;
//             v print only lines without a match;  p print only lines with one;  w whole words only;
//             1..9 leave the first matches of a line alone
#include <stddef.h>

enum { MAX_ELEMENTS = 12, MAX_RANGES = 24, MAX_OUTPUT = 96, MAX_LINE = 24 };

enum kind { CHARACTER, ANY, CLASS, NOT_CLASS, LINE_START, LINE_END, WORDS };
enum repeat { ONCE, ANY_NUMBER, AT_LEAST_ONCE, AT_MOST_ONCE };
enum error {
  FINE = 0,
  BAD_OPTION = -1,
  BAD_PATTERN = -2,
  BAD_CLASS = -3,
  BAD_REPEAT = -4,
  BAD_WITH = -5,
  TOO_LONG = -6,
  BAD_WORDS = -7
};

struct element {
  enum kind kind;
  enum repeat repeat;
  char character;  /* CHARACTER */
  int first, end;  /* CLASS: its ranges; WORDS: their characters in the pattern */
};

struct range {
  char low, high;
};

struct settings {
  int global, fold, inverse, only_matches, whole_words, skip;
};

struct program {
  struct settings settings;
  const char *pattern;
  struct element elements[MAX_ELEMENTS];
  int count;
  struct range ranges[MAX_RANGES];
  int range_count;
};

struct output {
  char text[MAX_OUTPUT];
  int length;
  int overflow;
};

enum letter_case { AS_IT_IS, CAPITALS, SMALL };

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_small(char c) { return c >= 'a' && c <= 'z'; }
static int is_capital(char c) { return c >= 'A' && c <= 'Z'; }
static int is_word(char c) { return is_small(c) || is_capital(c) || is_digit(c) || c == '_'; }

static char to_small(char c) {
  if (is_capital(c)) return (char)(c - 'A' + 'a');
  return c;
}

static char to_capital(char c) {
  if (is_small(c)) return (char)(c - 'a' + 'A');
  return c;
}

/* options */

static int read_options(const char *text, struct settings *settings) {
  for (; *text != '\0'; text++) {
    switch (*text) {
      case 'g':
        settings->global = 1;
        break;
      case 'i':
        settings->fold = 1;
        break;
      case 'v':
        if (settings->only_matches) return BAD_OPTION;
        settings->inverse = 1;
        break;
      case 'p':
        if (settings->inverse) return BAD_OPTION;
        settings->only_matches = 1;
        break;
      case 'w':
        settings->whole_words = 1;
        break;
      case '-':
      case ' ':
        break;
      default:
        if (!is_digit(*text) || *text == '0') return BAD_OPTION;
        if (settings->skip != 0) return BAD_OPTION;
        settings->skip = *text - '0';
    }
  }
  return FINE;
}

/* compiling the pattern */

static int add_range(struct program *program, char low, char high) {
  if (program->range_count == MAX_RANGES) return TOO_LONG;
  if (low > high) return BAD_CLASS;
  program->ranges[program->range_count].low = low;
  program->ranges[program->range_count].high = high;
  program->range_count++;
  return FINE;
}

/* The classes that have a letter: \d, \w, \s. */
static int add_named(struct program *program, char name) {
  int error = FINE;
  switch (name) {
    case 'd':
      return add_range(program, '0', '9');
    case 'w':
      error = add_range(program, 'a', 'z');
      if (error == FINE) error = add_range(program, 'A', 'Z');
      if (error == FINE) error = add_range(program, '0', '9');
      if (error == FINE) error = add_range(program, '_', '_');
      return error;
    default:
      error = add_range(program, ' ', ' ');
      if (error == FINE) error = add_range(program, '\t', '\t');
      return error;
  }
}

static int is_named(char c) { return c == 'd' || c == 'w' || c == 's'; }

static char escaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    default:
      return c;
  }
}

/* Behind '['.  Returns the place behind ']', or an error. */
static int compile_class(struct program *program, int at, struct element *element) {
  const char *pattern = program->pattern;
  int error = FINE;
  element->kind = CLASS;
  if (pattern[at] == '^') {
    element->kind = NOT_CLASS;
    at++;
  }
  element->first = program->range_count;
  if (pattern[at] == ']') { /* the first one is meant as it stands */
    error = add_range(program, ']', ']');
    if (error != FINE) return error;
    at++;
  }
  while (pattern[at] != ']') {
    char low = pattern[at];
    if (low == '\0') return BAD_CLASS;
    if (low == '\\') {
      at++;
      if (pattern[at] == '\0') return BAD_CLASS;
      if (is_named(pattern[at])) {
        error = add_named(program, pattern[at]);
        if (error != FINE) return error;
        at++;
        continue;
      }
      low = escaped(pattern[at]);
    }
    at++;
    if (pattern[at] == '-' && pattern[at + 1] != ']' && pattern[at + 1] != '\0') {
      char high = pattern[at + 1];
      if (high == '\\') return BAD_CLASS;
      error = add_range(program, low, high);
      at += 2;
    } else {
      error = add_range(program, low, low);
    }
    if (error != FINE) return error;
  }
  element->end = program->range_count;
  return at + 1;
}

/* Behind '('.  Words stay where they are in the pattern. */
static int compile_words(struct program *program, int at, struct element *element) {
  const char *pattern = program->pattern;
  int length = 0;
  element->kind = WORDS;
  element->first = at;
  for (; pattern[at] != ')'; at++) {
    if (pattern[at] == '\0' || pattern[at] == '(') return BAD_WORDS;
    if (pattern[at] == '|') {
      if (length == 0) return BAD_WORDS;
      length = 0;
    } else {
      length++;
    }
  }
  if (length == 0) return BAD_WORDS;
  element->end = at;
  return at + 1;
}

static int compile_escape(struct program *program, int at, struct element *element) {
  char c = program->pattern[at];
  int error;
  if (c == '\0') return BAD_PATTERN;
  if (!is_named(c)) {
    element->kind = CHARACTER;
    element->character = escaped(c);
    return at + 1;
  }
  element->kind = CLASS;
  element->first = program->range_count;
  error = add_named(program, c);
  if (error != FINE) return error;
  element->end = program->range_count;
  return at + 1;
}

static int compile_repeat(const char *pattern, int at, struct element *element) {
  enum repeat repeat = ONCE;
  switch (pattern[at]) {
    case '*':
      repeat = ANY_NUMBER;
      break;
    case '+':
      repeat = AT_LEAST_ONCE;
      break;
    case '?':
      repeat = AT_MOST_ONCE;
      break;
    default:
      return at;
  }
  if (element->kind == LINE_START || element->kind == LINE_END) return BAD_REPEAT;
  if (element->kind == WORDS && repeat != AT_MOST_ONCE) return BAD_REPEAT;
  element->repeat = repeat;
  at++;
  if (pattern[at] == '*' || pattern[at] == '+' || pattern[at] == '?') return BAD_REPEAT;
  return at;
}

static int compile(struct program *program) {
  const char *pattern = program->pattern;
  int at = 0;
  while (pattern[at] != '\0') {
    struct element *element = &program->elements[program->count];
    if (program->count == MAX_ELEMENTS) return TOO_LONG;
    switch (pattern[at]) {
      case '^':
        if (at != 0) {
          element->kind = CHARACTER;
          element->character = '^';
        } else {
          element->kind = LINE_START;
        }
        at++;
        break;
      case '$':
        if (pattern[at + 1] == '\0') {
          element->kind = LINE_END;
        } else {
          element->kind = CHARACTER;
          element->character = '$';
        }
        at++;
        break;
      case '.':
        element->kind = ANY;
        at++;
        break;
      case '[':
        at = compile_class(program, at + 1, element);
        break;
      case '(':
        at = compile_words(program, at + 1, element);
        break;
      case '\\':
        at = compile_escape(program, at + 1, element);
        break;
      case '*':
      case '+':
      case '?':
        return BAD_REPEAT;
      case ')':
      case '|':
        return BAD_WORDS;
      default:
        element->kind = CHARACTER;
        element->character = pattern[at];
        at++;
    }
    if (at < 0) return at;
    at = compile_repeat(pattern, at, element);
    if (at < 0) return at;
    program->count++;
  }
  return program->count == 0 ? BAD_PATTERN : FINE;
}

static int check_with(const char *with) {
  for (; *with != '\0'; with++) {
    if (*with != '\\') continue;
    with++;
    if (*with == '\0') return BAD_WITH;
  }
  return FINE;
}

/* matching */

static int same(const struct program *program, char a, char b) {
  if (a == b) return 1;
  return program->settings.fold && to_small(a) == to_small(b);
}

static int in_class(const struct program *program, const struct element *element, char c) {
  for (int i = element->first; i < element->end; i++) {
    const struct range *range = &program->ranges[i];
    if (c >= range->low && c <= range->high) return 1;
    if (program->settings.fold) {
      char other = is_small(c) ? to_capital(c) : to_small(c);
      if (other >= range->low && other <= range->high) return 1;
    }
  }
  return 0;
}

/* One character of the line, if the element takes it. */
static int takes(const struct program *program, const struct element *element, char c) {
  if (c == '\0') return 0;
  switch (element->kind) {
    case CHARACTER:
      return same(program, element->character, c);
    case ANY:
      return 1;
    case CLASS:
      return in_class(program, element, c);
    case NOT_CLASS:
      return !in_class(program, element, c);
    default:
      return 0;
  }
}

/* The length of the first word that the line goes on with; -1: none. */
static int word_length(const struct program *program, const struct element *element, const char *line) {
  int length = 0, fits = 1;
  for (int i = element->first; i <= element->end; i++) {
    char c = program->pattern[i];
    if (i == element->end || c == '|') {
      if (fits) return length;
      length = 0;
      fits = 1;
    } else if (fits) {
      if (line[length] != '\0' && same(program, c, line[length]))
        length++;
      else
        fits = 0;
    }
  }
  return -1;
}

/* The end of the longest match of the elements from `next` on that starts at `at`; -1: none. */
static int match_rest(const struct program *program, int next, const char *line, int at) {
  while (next < program->count) {
    const struct element *element = &program->elements[next];
    if (element->kind == LINE_START) {
      if (at != 0) return -1;
    } else if (element->kind == LINE_END) {
      if (line[at] != '\0') return -1;
    } else if (element->kind == WORDS) {
      int length = word_length(program, element, line + at);
      if (length < 0) {
        if (element->repeat != AT_MOST_ONCE) return -1;
      } else {
        at += length;
      }
    } else if (element->repeat == ONCE) {
      if (!takes(program, element, line[at])) return -1;
      at++;
    } else {
      int least = element->repeat == AT_LEAST_ONCE ? 1 : 0;
      int most = element->repeat == AT_MOST_ONCE ? 1 : MAX_LINE;
      int taken = 0;
      while (taken < most && takes(program, element, line[at + taken])) taken++;
      for (; taken >= least; taken--) {
        int end = match_rest(program, next + 1, line, at + taken);
        if (end >= 0) return end;
      }
      return -1;
    }
    next++;
  }
  return at;
}

static int at_word_border(const char *line, int at) {
  int before = at > 0 && is_word(line[at - 1]);
  int behind = line[at] != '\0' && is_word(line[at]);
  return before != behind;
}

static int match_at(const struct program *program, const char *line, int at) {
  int end = match_rest(program, 0, line, at);
  if (end < 0 || !program->settings.whole_words) return end;
  if (end == at) return -1;
  return at_word_border(line, at) && at_word_border(line, end) ? end : -1;
}

/* output */

static void put(struct output *output, char c) {
  if (output->length == MAX_OUTPUT) {
    output->overflow = 1;
    return;
  }
  output->text[output->length++] = c;
}

static char in_case(char c, enum letter_case wanted) {
  if (wanted == CAPITALS) return to_capital(c);
  if (wanted == SMALL) return to_small(c);
  return c;
}

static void put_number(struct output *output, int number) {
  if (number >= 10) put_number(output, number / 10);
  put(output, (char)('0' + number % 10));
}

static void put_with(struct output *output, const char *with, const char *line, int from, int to,
                     int line_number) {
  enum letter_case wanted = AS_IT_IS;
  for (; *with != '\0'; with++) {
    if (*with == '&') {
      for (int i = from; i < to; i++) put(output, in_case(line[i], wanted));
      wanted = AS_IT_IS;
    } else if (*with == '\\') {
      with++;
      switch (*with) {
        case 'u':
          wanted = CAPITALS;
          break;
        case 'l':
          wanted = SMALL;
          break;
        case '#':
          put_number(output, line_number);
          break;
        default:
          put(output, escaped(*with));
      }
    } else {
      put(output, in_case(*with, wanted));
      wanted = AS_IT_IS;
    }
  }
}

/* Returns how many were replaced. */
static int replace_line(const struct program *program, const char *with, const char *line, int line_number,
                        struct output *output) {
  int found = 0, replaced = 0, at = 0;
  int start = output->length;
  for (;;) {
    int end = match_at(program, line, at);
    int wanted = end >= 0 && found >= program->settings.skip;
    if (replaced > 0 && !program->settings.global) wanted = 0;
    if (end >= 0) found++;
    if (wanted) {
      put_with(output, with, line, at, end, line_number);
      replaced++;
    }
    if (wanted && end > at) {
      at = end;
      if (line[at] == '\0') break;
    } else {
      if (line[at] == '\0') break;
      put(output, line[at++]);
    }
  }
  if ((program->settings.inverse && found > 0) || (program->settings.only_matches && found == 0)) {
    output->length = start;
    return 0;
  }
  put(output, '\n');
  return replaced;
}

/* the program */

struct arguments {
  char options[3];
  char pattern[9];
  char with[5];
  char text[14];
};

/* Returns the number of replacements, or an error. */
int replace(struct arguments given) {
  struct program program = {0};
  struct output output = {0};
  char line[MAX_LINE];
  int length = 0, line_number = 1, replaced = 0, error;

  given.options[sizeof given.options - 1] = '\0';
  given.pattern[sizeof given.pattern - 1] = '\0';
  given.with[sizeof given.with - 1] = '\0';
  given.text[sizeof given.text - 1] = '\0';

  error = read_options(given.options, &program.settings);
  if (error != FINE) return error;
  program.pattern = given.pattern;
  error = compile(&program);
  if (error != FINE) return error;
  error = check_with(given.with);
  if (error != FINE) return error;

  for (size_t i = 0; given.text[i] != '\0'; i++) {
    if (given.text[i] != '\n') {
      line[length++] = given.text[i];
      if (given.text[i + 1] != '\0') continue;
    }
    line[length] = '\0';
    replaced += replace_line(&program, given.with, line, line_number++, &output);
    length = 0;
  }
  return output.overflow ? TOO_LONG : replaced;
}
