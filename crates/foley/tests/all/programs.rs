//! The five programs of `foley::programs`, which run as doc tests, are short.

const MAX_LINES: usize = 25;

#[test]
fn each_of_the_five_programs_has_at_most_25_lines() {
    let text = include_str!("../../src/programs.md");
    // Every second piece between fences is a program; lines that begin with `# ` are hidden from the reader.
    let programs: Vec<&str> = text.split("```").skip(1).step_by(2).collect();
    assert_eq!(programs.len(), 5);
    for program in programs {
        let lines = program.trim().lines().filter(|line| !line.starts_with("# ")).count();
        assert!(lines <= MAX_LINES, "{lines} lines:\n{program}");
    }
}
