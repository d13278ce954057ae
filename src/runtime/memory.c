/* Reads and writes at an address that depends on the input.
 *
 * Such an address is a sum: one constant, which points into an object (or right behind it), and
 * symbolic offsets.  Objects lie apart from each other, so the constant tells the object the program means, and
 * it is the same object in every run of the same path.  Then
 *   - "the access leaves the object" is a condition like any other: recorded, asked for, a finding;
 *   - a read is a tree of selects over the cells that the index can choose, one level per index bit;
 *   - a write makes each of these cells `index == cell ? written : old`;
 *   - a pointer that is read tells its cell apart by branches on the index, so that pointers stay concrete.
 * What does not fit this picture, or has more cells than allowed, keeps its concrete address: the value is pinned
 * and the path approximate. */
#include "state.h"

/* The sites of one access, in the order of Layout::add_access. */
enum { SITE_FAILS, SITE_FINE, SITE_PINNED, SITE_EQUAL, SITE_DIFFERENT };

#define MAX_SUMMANDS 6

/* address = constant + sum of factor * index */
typedef struct {
  uint64_t constant;
  uint32_t count;
  uint32_t index[MAX_SUMMANDS]; /* labels, 64 bits wide */
  uint64_t factor[MAX_SUMMANDS];
} sum;

static void add_summand(sum *s, uint32_t label) {
  uint64_t factor = 1;
  const esp_node *n = &esp_mem.nodes[label];
  if (n->op == ESP_OP_Mul && (n->a == 0 || n->b == 0)) {
    factor = n->k;
    label = n->a | n->b;
  } else if (n->op == ESP_OP_Shl && n->b == 0 && n->k < 32) {
    factor = 1ull << n->k;
    label = n->a;
  }
  for (uint32_t i = 0; i < s->count && i < MAX_SUMMANDS; i++)
    if (s->index[i] == label) {
      s->factor[i] += factor;
      return;
    }
  if (s->count < MAX_SUMMANDS) {
    s->index[s->count] = label;
    s->factor[s->count] = factor;
  }
  s->count++;
}

static void decompose(sum *s, uint32_t label) {
  const esp_node *n = &esp_mem.nodes[label];
  while (s->count <= MAX_SUMMANDS) {
    if (n->op == ESP_OP_Sub && n->b == 0) {
      s->constant -= n->k;
      label = n->a;
    } else if (n->op == ESP_OP_Add && (n->a == 0 || n->b == 0)) {
      s->constant += n->k;
      label = n->a | n->b;
    } else if (n->op == ESP_OP_Add) {
      decompose(s, n->b);
      label = n->a;
    } else {
      add_summand(s, label);
      return;
    }
    n = &esp_mem.nodes[label];
  }
}

/* Where an access can go: cell t, 0 <= t < count, begins at first + t * stride, and is chosen when the term
 * `position` is t << shift (its bits below shift are zero). */
typedef struct {
  char *first;
  uint64_t stride;
  uint64_t count;
  uint32_t position; /* label, 64 bits */
  uint64_t value;    /* of position in this run */
  uint32_t shift;
  int inside;        /* no index can leave the object */
  uint32_t fails;    /* else: label of the condition that the access leaves it */
} cells;

static uint32_t binary(enum esp_op op, uint32_t la, uint32_t lb, uint64_t k, uint64_t value) {
  return esp_node_make(op, 64, la, lb, 0, k, value);
}

static uint32_t plus(uint32_t label, uint64_t k) {
  return k == 0 ? label : binary(ESP_OP_Add, label, 0, k, esp_mem.nodes[label].value + k);
}

#define NO_BOUND (1ull << 40) /* beyond every object; sums of a few of them do not overflow */

static uint64_t greatest_of(uint32_t bits) { return bits >= 40 ? NO_BOUND : (1ull << bits) - 1; }

/* No value of a term is greater, as its shape tells: `(unsigned char)x` is at most 255, whatever x is. */
static uint64_t greatest(uint32_t label, uint32_t levels) {
  const esp_node *n = &esp_mem.nodes[label];
  const uint64_t bound = greatest_of(n->bits);
  uint64_t other = bound;
  if (levels == 0) return bound;
  if (n->op == ESP_OP_ZExt) other = greatest(n->a, levels - 1);
  if (n->op == ESP_OP_Add) { /* a sum beyond the width would wrap: then `other` is not below the bound */
    other = n->a == 0 || n->b == 0 ? (n->k < NO_BOUND ? n->k : NO_BOUND) : greatest(n->b, levels - 1);
    other += greatest(n->a != 0 ? n->a : n->b, levels - 1);
  }
  if (n->op == ESP_OP_And && (n->a == 0 || n->b == 0)) other = n->k;
  if (n->op == ESP_OP_LShr && n->b == 0 && n->k < n->bits) other = greatest_of(n->bits - (uint32_t)n->k);
  if (n->op == ESP_OP_URem && n->b == 0 && n->k != 0) other = n->k - 1;
  return other < bound ? other : bound;
}

/* Leaves out the cells that a bounded index cannot choose: those before index 0, and those past the bound. */
static void narrow(cells *c, uint32_t index, uint64_t before, uint64_t bound) {
  if (bound >= NO_BOUND || before >= c->count) return;
  c->first += before * c->stride;
  c->count -= before;
  c->position = index;
  c->inside = bound < c->count;
  if (c->inside) c->count = bound + 1;
}

/* One index: cells lie factor bytes apart. */
static void one_index(cells *c, const sum *s, const esp_object *o, uint64_t size) {
  const uint64_t factor = s->factor[0];
  const uint64_t before = (s->constant - o->start) / factor; /* cells below index 0 */
  const uint64_t offset = (s->constant - o->start) % factor;
  c->first = (char *)o->start + offset;
  c->stride = factor;
  c->count = offset + size > o->size ? 0 : (o->size - offset - size) / factor + 1;
  c->position = plus(s->index[0], before);
  c->shift = 0;
  narrow(c, s->index[0], before, greatest(s->index[0], 3));
}

static uint64_t lowest_bit(uint64_t x) { return x & -x; }

/* Several: every multiple of the largest power of two that divides all. */
static void several_indices(cells *c, const sum *s, const esp_object *o, uint64_t size) {
  uint64_t common = 1ull << 32, bound = 0;
  uint32_t total = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const uint64_t f = s->factor[i];
    const uint64_t most = greatest(s->index[i], 3);
    bound += f < NO_BOUND / (most + 1) ? f * most : NO_BOUND;
    common |= lowest_bit(f);
    uint32_t term = s->index[i];
    if (f != 1) term = binary(ESP_OP_Mul, term, 0, f, esp_mem.nodes[term].value * f);
    total = total == 0 ? term
                       : binary(ESP_OP_Add, total, term, 0, esp_mem.nodes[total].value + esp_mem.nodes[term].value);
  }
  common = lowest_bit(common);
  const uint64_t start = s->constant - o->start; /* of index 0, inside the object or at its end */
  const uint64_t offset = start % common;
  c->first = (char *)o->start + offset;
  c->stride = common;
  c->count = offset + size > o->size ? 0 : (o->size - offset - size) / common + 1;
  c->position = plus(total, start - offset);
  c->shift = (uint32_t)__builtin_ctzll(common);
  narrow(c, total, (start - offset) / common, bound >= NO_BOUND ? NO_BOUND : bound / common);
}

/* What object an address means and which cells of it; 0 when that cannot be told. */
static int resolve(cells *c, uint32_t label, uint64_t size) {
  sum s = {0};
  decompose(&s, label);
  if (s.count == 0 || s.count > MAX_SUMMANDS) return 0;
  for (uint32_t i = 0; i < s.count; i++)
    if (s.factor[i] == 0 || s.factor[i] >= 1ull << 31) return 0;
  esp_object o;
  if (!esp_find_object(s.constant, &o)) return 0;
  c->inside = 0;
  if (s.count == 1)
    one_index(c, &s, &o, size);
  else
    several_indices(c, &s, &o, size);
  if (c->position == 0) return 0; /* the node table is full */
  c->value = esp_mem.nodes[c->position].value;
  const uint64_t last = c->count == 0 ? 0 : (c->count - 1) << c->shift;
  /* An object too small for even one cell: every index leaves it. */
  if (c->count == 0) return 0;
  if (c->inside) return 1;
  c->fails = esp_node_make(ESP_OP_Ult, 1, 0, c->position, 0, last, last < c->value);
  return c->fails != 0;
}

static int allowed(const cells *c) { return c->count <= esp_mem.control->cell_limit; }

/* Records that the access stays inside, or ends the run if it does not. */
static void check(const cells *c, uint8_t *site, uint64_t pc) {
  if (c->inside) return;
  const int fails = esp_mem.nodes[c->fails].value != 0;
  uint8_t *side = site + (fails ? SITE_FAILS : SITE_FINE);
  *side = 1;
  __esp_branch(c->fails, side);
  if (fails) esp_finish(ESP_BOUNDS, 0, (uint64_t)c->first + (c->value >> c->shift) * c->stride, pc);
}

static uint32_t address_label(uint32_t root_label, const void *root, const void *p) {
  return plus(root_label, (uint64_t)p - (uint64_t)root);
}

/* pass: before a read at p, an offset from `root` that has a label. */
ESP_COLD void __esp_before_load(uint32_t root_label, const void *root, const void *p, uint32_t size, uint8_t *site) {
  const uint32_t label = address_label(root_label, root, p);
  if (label == 0) return;
  cells c;
  const int known = resolve(&c, label, size);
  if (known) check(&c, site, ESP_CALLER);
  if (!known || !allowed(&c)) __esp_approximate(label, site + SITE_PINNED);
}

/* What a cell holds. */
typedef struct { uint32_t label; uint64_t value; } content;

static content read_cell(const char *p, uint32_t size) {
  content r = {0, 0};
  __builtin_memcpy(&r.value, p, size);
  r.label = esp_any_marked(p, size) ? esp_load(p, size, r.value, 0) : 0;
  return r;
}

/* Level by level: bit b of the position chooses between neighbours. */
static uint32_t select_cell(const cells *c, content *of, uint32_t bits) {
  uint64_t left = c->count;
  for (uint32_t b = c->shift; left > 1; b++) {
    const uint64_t bit = c->value >> b & 1;
    const uint32_t condition = esp_node_make(ESP_OP_Extract, 1, c->position, 0, 0, b, bit);
    for (uint64_t t = 0; t < left / 2; t++) {
      const content low = of[2 * t], high = of[2 * t + 1];
      of[t].label = condition == 0 ? (bit ? high.label : low.label)
                                   : __esp_select(bits, condition, high.label, low.label, bit, high.value, low.value);
      of[t].value = bit ? high.value : low.value;
    }
    if (left & 1) of[left / 2] = of[left - 1];
    left = (left + 1) / 2;
  }
  return of[0].label;
}

static uint32_t position_is(const cells *c, uint64_t t) {
  const uint64_t k = t << c->shift;
  return esp_node_make(ESP_OP_Eq, 1, c->position, 0, 0, k, c->value == k);
}

static int all_the_same(const cells *c, uint32_t size) {
  const content first = read_cell(c->first, size);
  for (uint64_t t = 1; t < c->count; t++) {
    const content other = read_cell(c->first + t * c->stride, size);
    if (other.label != first.label || other.value != first.value) return 0;
  }
  return 1;
}

/* Branches until the index is known. */
static void tell_apart(const cells *c, uint8_t *site) {
  const uint64_t here = c->value >> c->shift;
  for (uint64_t t = 0; t + 1 < c->count; t++) {
    uint8_t *side = site + (t == here ? SITE_EQUAL : SITE_DIFFERENT);
    *side = 1;
    __esp_branch(position_is(c, t), side);
    if (t == here) return;
  }
}

/* pass: the label of what was read at p, whose address has a label (or not). */
ESP_COLD uint32_t __esp_load_from(uint32_t label, const void *p, uint32_t size, uint64_t value, uint8_t *site,
                                  uint32_t is_pointer) {
  cells c;
  if (label == 0 || !resolve(&c, label, size) || !allowed(&c)) return esp_load(p, size, value, ESP_CALLER);
  if (is_pointer) {
    if (!all_the_same(&c, size)) tell_apart(&c, site);
    return esp_load(p, size, value, ESP_CALLER);
  }
  content contents[ESP_MAX_CELLS];
  for (uint64_t t = 0; t < c.count; t++) contents[t] = read_cell(c.first + t * c.stride, size);
  return select_cell(&c, contents, size * 8);
}

/* pass: before `value` is written to p, whose address has a label (or not). */
ESP_COLD void __esp_store_to(uint32_t label, void *p, uint32_t size, uint32_t value_label, uint64_t value,
                             uint8_t *site) {
  cells c;
  const int known = label != 0 && resolve(&c, label, size);
  if (known) check(&c, site, ESP_CALLER);
  if (label == 0 || !known || !allowed(&c) || c.stride < size) { /* cells that overlap are too hard */
    if (label != 0) __esp_approximate(label, site + SITE_PINNED);
    esp_store(p, size, value_label, ESP_CALLER);
    return;
  }
  for (uint64_t t = 0; t < c.count; t++) {
    char *cell = c.first + t * c.stride;
    const content old = read_cell(cell, size);
    const uint32_t chosen = position_is(&c, t);
    const int here = c.value == t << c.shift;
    const uint32_t made = chosen == 0 ? (here ? value_label : old.label)
                                      : __esp_select(size * 8, chosen, value_label, old.label, (uint64_t)here, value, old.value);
    esp_store(cell, size, made, 0);
  }
}
