//! Lanczos reduction: replaces many modes of a symmetric matrix by the few that one output vector can
//! observe.
//!
//! The value of $`g^T f(A)\,b`$, for any b and any smooth f, depends only on the Krylov space of g. It is
//! spanned by $`g, Ag, A^2 g, \dots`$ Its first K vectors, made orthonormal, form Q. In this basis A is the
//! tridiagonal matrix T, with eigenvalues θ and eigenvectors s:
//!
//! ```math
//! g^T f(A)\, b \approx |g| \sum_k s_{1k}\, f(\theta_k)\, (Q s_k)^T b
//! ```
//!
//! This is exact if f is a polynomial of degree below K, or if K is the number of unknowns. Extreme
//! eigenvalues converge first.
//!
//! | symbol | here             | meaning                                                        |
//! |--------|------------------|----------------------------------------------------------------|
//! | g      | `start`          | output vector                                                  |
//! | θ      | [`Ritz::values`] | Ritz values: observable eigenvalues                            |
//! | \|g\| s₁ | [`Ritz::weights`] | output weight of each                                         |
//! | Q s    | [`Ritz::vectors`]| Ritz vectors                                                   |
//!
//! Source: \[Golub2013\], chapter 10 (Lanczos, with full reorthogonalisation) and section 8.5 (Jacobi).

/// Ritz values, weights and vectors of a matrix for one output vector.
#[derive(Clone, Debug, Default)]
pub struct Ritz {
    /// Ritz values θ, which approximate eigenvalues of the matrix.
    pub values: Vec<f64>,
    /// Output weight of each Ritz value: the norm of the output vector times the first component of the
    /// eigenvector.
    pub weights: Vec<f64>,
    /// Ritz vectors, which approximate eigenvectors of the matrix: one row per Ritz value, each as long as
    /// `start`.
    pub vectors: Vec<Vec<f64>>,
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns at most `max_modes` Ritz pairs of the matrix that the function `times` multiplies by, for the
/// output vector `start`. Real-time: no.
pub fn ritz(start: &[f64], max_modes: usize, mut times: impl FnMut(&[f64], &mut [f64])) -> Ritz {
    let length = dot(start, start).sqrt();
    if start.is_empty() || length == 0.0 {
        return Ritz::default();
    }
    let max_modes = max_modes.min(start.len());
    let mut basis: Vec<Vec<f64>> = vec![start.iter().map(|value| value / length).collect()];
    let mut diagonal = Vec::new();
    let mut off_diagonal = Vec::new();
    let mut next = vec![0.0; start.len()];
    while let Some(last) = basis.last() {
        times(last, &mut next);
        diagonal.push(dot(last, &next));
        // The vector is orthogonalised twice: the second pass removes the rounding errors of the first.
        for _ in 0..2 {
            for vector in &basis {
                let along = dot(vector, &next);
                for (value, part) in next.iter_mut().zip(vector) {
                    *value -= along * part;
                }
            }
        }
        let rest = dot(&next, &next).sqrt();
        let scale = diagonal.iter().fold(0.0_f64, |largest, value: &f64| largest.max(value.abs()));
        if basis.len() >= max_modes || rest <= 1e-10 * scale {
            break;
        }
        off_diagonal.push(rest);
        basis.push(next.iter().map(|value| value / rest).collect());
    }
    let k = diagonal.len();
    let mut matrix = vec![vec![0.0; k]; k];
    for (n, &value) in diagonal.iter().enumerate() {
        matrix[n][n] = value;
    }
    for (n, &value) in off_diagonal.iter().enumerate().take(k.saturating_sub(1)) {
        matrix[n][n + 1] = value;
        matrix[n + 1][n] = value;
    }
    let (values, shapes) = jacobi(matrix);
    let vectors = shapes.iter().map(|shape| {
        let mut vector = vec![0.0; start.len()];
        for (part, row) in shape.iter().zip(&basis) {
            for (sum, value) in vector.iter_mut().zip(row) {
                *sum += part * value;
            }
        }
        vector
    });
    Ritz {
        vectors: vectors.collect(),
        weights: shapes.iter().map(|shape| length * shape[0]).collect(),
        values,
    }
}

/// Returns the eigenvalues of a symmetric matrix, and its eigenvectors as rows.
fn jacobi(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let unit = |row: usize| (0..n).map(|column| f64::from(u8::from(column == row))).collect();
    let mut vectors: Vec<Vec<f64>> = (0..n).map(unit).collect();
    let size: f64 = a.iter().flatten().map(|value| value * value).sum();
    for _ in 0..40 {
        let mut off = 0.0;
        for p in 0..n {
            for q in p + 1..n {
                let apq = a[p][q];
                off += apq * apq;
                if apq * apq <= 1e-34 * size {
                    continue;
                }
                let cotangent = 0.5 * (a[q][q] - a[p][p]) / apq;
                let t = cotangent.signum() / (cotangent.abs() + (cotangent * cotangent + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                rotate(&mut a, p, q, [c, t * c]);
                for row in &mut a {
                    let (x, y) = (row[p], row[q]);
                    row[p] = c * x - t * c * y;
                    row[q] = t * c * x + c * y;
                }
                rotate(&mut vectors, p, q, [c, t * c]);
            }
        }
        if off <= 1e-30 * size {
            break;
        }
    }
    ((0..n).map(|index| a[index][index]).collect(), vectors)
}

/// Rotates the rows `p` and `q` by the angle with cosine c and sine s; `q` must be larger than `p`.
fn rotate(rows: &mut [Vec<f64>], p: usize, q: usize, [c, s]: [f64; 2]) {
    let (left, right) = rows.split_at_mut(q);
    for (x, y) in left[p].iter_mut().zip(&mut right[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}
