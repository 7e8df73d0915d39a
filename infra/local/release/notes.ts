/** A commit by its first line and its body. */
export type Commit = { readonly subject: string; readonly body: string };

const pattern = /^(?<type>[a-z]+)(?:\((?<scope>[\w./-]+)\))?(?<breaks>!)?: (?<text>.+)$/;
const groups = [
	{ title: "New", types: ["feat"] },
	{ title: "Mended", types: ["fix"] },
	{ title: "Faster", types: ["perf"] },
] as const;

/**
 * What commits say to whoever runs Webhand: new, mended and faster things, by their conventional type. What breaks stands first.
 *
 * @param commits newest first
 * @returns Markdown, empty where no commit is of such a type
 * @throws never
 */
export function notesOf(commits: readonly Commit[]): string {
	const read = commits.flatMap(({ subject, body }) => {
		const found = pattern.exec(subject)?.groups;
		if (found === undefined) return [];
		const breaking = /^BREAKING[ -]CHANGE: (.+)$/m.exec(body)?.[1];
		const { type = "", scope, text = "" } = found;
		return [
			{
				type,
				line: scope === undefined ? text : `${scope}: ${text}`,
				breaking: breaking ?? (found["breaks"] === undefined ? undefined : text),
			},
		];
	});
	const listed = (title: string, lines: readonly string[]) =>
		lines.length === 0 ? [] : [`### ${title}\n\n${[...new Set(lines)].map((line) => `- ${line}`).join("\n")}`];
	return [
		...listed(
			"Before you upgrade",
			read.flatMap(({ breaking }) => breaking ?? []),
		),
		...groups.flatMap(({ title, types }) =>
			listed(
				title,
				read.filter(({ type }) => (types as readonly string[]).includes(type)).map(({ line }) => line),
			),
		),
	].join("\n\n");
}

/** The section of a version in CHANGELOG.md, without its head; `undefined` where there is none. */
export function sectionOf(changelog: string, version: string): string | undefined {
	const [, rest] = changelog.split(new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: .*)?\\n`, "m"));
	return rest?.split(/^## /m)[0]?.trim();
}

/**
 * CHANGELOG.md with a version that is out. What people wrote for it, under its number or as not yet released, stands first; the notes of its
 * commits follow.
 *
 * @param date as 2026-11-30
 * @throws never
 */
export function withRelease(
	changelog: string,
	{ version, date, notes }: { readonly version: string; readonly date: string; readonly notes: string },
): string {
	const head = /^## (?:Unreleased|[\d.]+ \(unreleased\))[^\n]*\n/m.exec(changelog);
	const added = notes === "" ? "" : `\n${notes}\n`;
	if (head === null) {
		const first = changelog.search(/^## /m);
		const at = first === -1 ? changelog.length : first;
		return (
			`${changelog.slice(0, at)}## ${version} (${date})\n${added || "\nNothing that whoever runs Webhand notices.\n"}\n${changelog.slice(at)}`.trimEnd() +
			"\n"
		);
	}
	const after = head.index + head[0].length;
	const next = changelog.slice(after).search(/^## /m);
	const end = next === -1 ? changelog.length : after + next;
	const written = changelog.slice(after, end).trim();
	const section = `## ${version} (${date})\n\n${written}\n${added}`;
	return `${changelog.slice(0, head.index)}${section}${next === -1 ? "" : `\n${changelog.slice(end)}`}`;
}

const form = /^(\d+)\.(\d+)\.(\d+)$/;

/**
 * Says why a version cannot be the next one.
 *
 * @param released the last one that is out, absent before the first
 * @returns a sentence, `undefined` where it can
 * @throws never
 */
export function problemOfNext(version: string, released: string | undefined): string | undefined {
	const [wanted, last] = [version, released ?? "0.0.0"].map((text) => form.exec(text)?.slice(1).map(Number));
	if (wanted === undefined) return `${version} is no version such as 1.2.3`;
	const difference = wanted.map((part, index) => part - (last?.[index] ?? 0)).find((each) => each !== 0);
	return difference === undefined || difference < 0 ? `${version} is not above ${released}, which is out` : undefined;
}
