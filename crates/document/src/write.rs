//! Writes JSON for people: short values share a line, each number is the shortest that reads back to the same
//! bits.

use crate::tree::Tree;
use serde_json::Number;

/// Maximum length of a line that holds several values \[characters\].
const MAX_LINE_CHARS: usize = 100;

/// Creates a number. Integers below 10⁶ are written without a decimal point; a non-finite value gives `null`.
pub fn number(value: f64) -> Tree {
    const MAX_INTEGER: f64 = 1e6;
    // A negative zero would lose its sign as an integer.
    if value % 1.0 == 0.0 && value.abs() < MAX_INTEGER && value.to_bits() != (-0.0_f64).to_bits() {
        return Tree::Number((value as i64).into());
    }
    Number::from_f64(value).map_or(Tree::Null, Tree::Number)
}

/// Writes JSON with indentation. The root spans several lines; inner values share a line where they fit.
pub fn pretty(tree: &Tree) -> String {
    pretty_as(tree, Expanded::Yes)
}

/// Writes a list as JSON with indentation, each of its items over several lines.
pub fn pretty_list(items: Vec<Tree>) -> String {
    pretty_as(&Tree::List(items), Expanded::WithItems)
}

fn pretty_as(tree: &Tree, expanded: Expanded) -> String {
    let mut out = String::new();
    write(tree, 0, expanded, &mut out);
    out.push('\n');
    out
}

/// Which values the writer must spread over several lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expanded {
    No,
    Yes,
    /// The value itself and its direct items span several lines.
    WithItems,
}

/// Appends the JSON of one value to `out`; values selected by `expanded` never share a line.
fn write(tree: &Tree, depth: usize, expanded: Expanded, out: &mut String) {
    let line = one_line(tree);
    if expanded == Expanded::No && 2 * depth + line.chars().count() <= MAX_LINE_CHARS {
        out.push_str(&line);
        return;
    }
    let indent = |depth: usize, out: &mut String| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    match tree {
        Tree::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                indent(depth + 1, out);
                let item_expanded =
                    if expanded == Expanded::WithItems { Expanded::Yes } else { Expanded::No };
                write(item, depth + 1, item_expanded, out);
            }
            indent(depth, out);
            out.push(']');
        }
        Tree::Object(fields) => {
            out.push('{');
            for (index, (key, value)) in fields.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                indent(depth + 1, out);
                out.push_str(&Tree::Text(key.clone()).to_string());
                out.push_str(": ");
                write(value, depth + 1, Expanded::No, out);
            }
            indent(depth, out);
            out.push('}');
        }
        _ => out.push_str(&line),
    }
}

fn one_line(tree: &Tree) -> String {
    match tree {
        Tree::List(items) if !items.is_empty() => {
            let items: Vec<_> = items.iter().map(one_line).collect();
            format!("[{}]", items.join(", "))
        }
        Tree::Object(fields) if !fields.is_empty() => {
            let field =
                |(key, value): &(String, Tree)| format!("{}: {}", Tree::Text(key.clone()), one_line(value));
            let fields: Vec<_> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_share_a_line_and_read_back_the_same() {
        let text = "{\n  \"a\": [1, -0.0, 1000000.0, \"x\"],\n  \"b\": { \"c\": [], \"d\": {} }\n}\n";
        let tree = Tree::parse(text).unwrap();
        assert_eq!(pretty(&tree), text);
        assert_eq!(Tree::parse(&pretty(&tree)).unwrap(), tree);
    }

    #[test]
    fn items_of_an_expanded_list_span_several_lines() {
        let item = Tree::Object(vec![("a".to_owned(), number(1.0))]);
        assert_eq!(pretty_list(vec![item.clone()]), "[\n  {\n    \"a\": 1\n  }\n]\n");
        assert_eq!(pretty(&Tree::List(vec![item])), "[\n  { \"a\": 1 }\n]\n");
    }

    #[test]
    fn small_integers_have_no_decimal_point() {
        for (value, text) in
            [(3.0, "3"), (-0.0, "-0.0"), (1e6, "1000000.0"), (0.1, "0.1"), (f64::NAN, "null")]
        {
            assert_eq!(number(value).to_string(), text);
        }
    }
}
