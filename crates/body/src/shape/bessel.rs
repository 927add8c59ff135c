//! Bessel functions for round shapes: I_n, J_n, and roots of equations in them.
//!
//! ```math
//! I_n(x) = \sum_k \frac{(x/2)^{n+2k}}{k!\,(n+k)!}
//! ```
//!
//! All terms are positive, so the series keeps its precision. The roots of a shape's modes stay far below
//! overflow (1024 modes end near x = 70, overflow begins near 700). J_n is libm's.
//!
//! Source: \[Watson1944\].

use std::sync::{Mutex, PoisonError};

/// Returns the modified Bessel function I_n(x) for x ≥ 0.
pub(super) fn i_n(n: u32, x: f64) -> f64 {
    let half = 0.5 * x;
    let mut term = (1..=n).fold(1.0, |term, k| term * half / f64::from(k));
    let (mut sum, mut k) = (term, 1.0);
    while term > 1e-17 * sum {
        term *= half * half / (k * (f64::from(n) + k));
        sum += term;
        k += 1.0;
    }
    sum
}

/// Returns the Bessel function J_n(x) of the first kind.
pub(super) fn j_n(n: u32, x: f64) -> f64 {
    libm::jn(n.cast_signed(), x)
}

/// Search for the roots of one function, in steps from a start. It continues where it ended.
#[derive(Debug)]
struct RootSearch {
    left: f64,
    at_left: f64,
    found: Vec<f64>,
}

impl RootSearch {
    fn new(start: f64, of: impl Fn(f64) -> f64) -> Self {
        Self { left: start, at_left: of(start), found: Vec::new() }
    }

    /// Returns the roots up to `to`. Roots less than `step` apart may be missed.
    fn up_to(&mut self, to: f64, step: f64, of: impl Fn(f64) -> f64) -> impl Iterator<Item = f64> {
        while self.left < to {
            let right = self.left + step;
            let at_right = of(right);
            if self.at_left * at_right < 0.0 {
                self.found.push(root((self.left, self.at_left), (right, at_right), &of));
            } else if at_right == 0.0 {
                self.found.push(right);
            }
            (self.left, self.at_left) = (right, at_right);
        }
        self.found.iter().copied().filter(move |&root| root <= to)
    }
}

/// Roots of families of functions, one function per order m = 0, 1, …; `K` names the family. A root costs
/// about ten evaluations of Bessel functions, and every body of a material and support has the same roots. A
/// cached root has the same bits as one found by a new search.
#[derive(Debug)]
pub(super) struct RootCache<K>(Mutex<Vec<(K, Vec<RootSearch>)>>);

/// Maximum number of families in a [`RootCache`]; a further family replaces the oldest. A gradual change from
/// one material to another needs many families.
const MAX_FAMILIES: usize = 32;

impl<K: PartialEq> RootCache<K> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Returns all roots in x of the functions `of(m, x)` up to `end`, by order m = 0, 1, …. The search for
    /// the roots of order m begins at `start(m)` and takes steps of `step`. `start` must grow with m; orders
    /// with `start(m)` beyond `end` have no roots.
    pub(super) fn up_to(
        &self,
        family: K,
        end: f64,
        step: f64,
        start: impl Fn(u32) -> f64,
        of: impl Fn(u32, f64) -> f64,
    ) -> Vec<(u32, Vec<f64>)> {
        // The searches are consistent between two evaluations, even after a panic elsewhere.
        let mut families = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = families.iter().position(|(other, _)| *other == family);
        let index = index.unwrap_or_else(|| {
            if families.len() == MAX_FAMILIES {
                families.remove(0);
            }
            families.push((family, Vec::new()));
            families.len() - 1
        });
        let searches = &mut families[index].1;
        let orders = (0..).take_while(|&m| start(m) < end);
        let roots = orders.map(|m| {
            if searches.len() <= m as usize {
                searches.push(RootSearch::new(start(m), |x| of(m, x)));
            }
            (m, searches[m as usize].up_to(end, step, |x| of(m, x)).collect())
        });
        roots.collect()
    }
}

/// Returns the root of `of` between two points with values of opposite sign, to full precision: false
/// position with the Illinois rule.
fn root(mut one: (f64, f64), mut two: (f64, f64), of: impl Fn(f64) -> f64) -> f64 {
    // The search converges in far fewer than forty iterations.
    for _ in 0..40 {
        let at = (one.0 * two.1 - two.0 * one.1) / (two.1 - one.1);
        if (two.0 - one.0).abs() <= 2.0 * f64::EPSILON * at {
            break;
        }
        let value = of(at);
        if value == 0.0 {
            return at;
        }
        if value * two.1 < 0.0 {
            one = two;
        } else {
            one.1 *= 0.5;
        }
        two = (at, value);
    }
    two.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn i_n_agrees_with_printed_tables() {
        for (n, x, print) in [
            (0, 1.0, 1.2660658777520084),
            (1, 1.0, 0.5651591039924851),
            (0, 10.0, 2815.716628466254),
            (5, 10.0, 777.1882864032600),
            (20, 3.0, 1.5209660019426695e-15),
        ] {
            let ours = i_n(n, x);
            assert!((ours / print - 1.0).abs() < 1e-12, "I_{n}({x}): {ours}, {print}");
        }
    }

    #[test]
    fn the_zeros_of_j0_agree_with_printed_tables() {
        let of = |x| j_n(0, x);
        let ours: Vec<f64> = RootSearch::new(0.0, of).up_to(9.0, 1.0, of).collect();
        for (ours, print) in ours.iter().zip([2.404825557695773, 5.520078110286311, 8.653727912911013]) {
            assert!((ours - print).abs() < 4e-15 * print, "{ours}, {print}");
        }
    }

    #[test]
    fn a_continued_search_gives_the_bits_of_a_search_from_the_start() {
        let cache = RootCache::new();
        let search = |cache: &RootCache<u8>, end| cache.up_to(0, end, 1.0, f64::from, j_n);
        search(&cache, 5.0);
        let continued = search(&cache, 20.3);
        assert_eq!(continued, search(&RootCache::new(), 20.3));
        assert_eq!(search(&cache, 5.0), search(&RootCache::new(), 5.0), "and back");
        for family in 1..100 {
            cache.up_to(family, 5.0, 1.0, f64::from, j_n);
        }
        assert_eq!(cache.0.lock().unwrap().len(), MAX_FAMILIES);
    }
}
