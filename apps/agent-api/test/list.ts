/** The cases of a table whose rows are one text each: `list("Send | Save", "Pay")`. */
export const list = (...lines: readonly string[]): string[] => lines.flatMap((line) => line.split(" | "));
