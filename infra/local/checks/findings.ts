/** One thing a check objects to: `file` relative to the root with forward slashes, `line` from 1, or 0 where the whole file is meant. */
export type Finding = { readonly file: string; readonly line: number; readonly rule: string; readonly message: string };

/** A finding as one terminal line that an editor can jump to. */
export function lineOf(finding: Finding): string {
	return `${finding.file}:${finding.line} ${finding.rule}: ${finding.message}`;
}
