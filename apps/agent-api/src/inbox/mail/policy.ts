import type { RowState } from "@webhand/contracts/routine/run";

/** What a mail tells of. `row` counts from 1; `words` are those of the question alone. */
export type MailItem =
	| { readonly kind: "question"; readonly routineName: string; readonly row: number; readonly rowCount: number; readonly words: string }
	| {
			readonly kind: "failed";
			readonly routineName: string;
			readonly rowCount: number;
			readonly counts: Readonly<Partial<Record<RowState, number>>>;
	  };

/** A mail without its addresses. */
export type Mail = { readonly subject: string; readonly text: string; readonly html: string };

const hour = 3_600_000;

/** Who sits at the browser answers within this time, and needs no mail. */
export const quietMs = 60_000;

/** What a mail told is remembered for so long. */
export const mailKeptMs = 7 * 24 * hour;

/** The span over which mails to a person are counted. */
export const limitSpanMs = hour;

/** Things that one mail names; it counts the others. */
export const mostNamed = 20;

/** When the next mail may go to a person who got these within the last hour, oldest first; null for now. @throws never */
export function restUntil(sent: readonly Date[], perHour: number): Date | null {
	const counting = sent.at(-perHour);
	return counting === undefined ? null : new Date(counting.getTime() + limitSpanMs);
}

/**
 * Writes a mail. Words of pages and names stand in it as text that no mail program makes a link of; those of a question are quoted.
 *
 * @param more how many things are not among `items`
 * @param console the address of the inbox, which opens where the extension is
 * @throws never
 */
export function composeMail(
	items: readonly MailItem[],
	{ more = 0, console: address }: { readonly more?: number; readonly console?: string | undefined },
): Mail {
	const blocks = items.map(blockOf);
	const count = items.length + more;
	const [only] = items;
	const subject = count === 1 && only !== undefined ? subjectOf(only) : `Webhand: ${count} things wait for you`;
	const others = more === 0 ? [] : [`And ${more} more.`];
	const where = [
		"Answer in Webhand’s console, under “Waiting for you”.",
		...(address === undefined ? [] : [`In the Chrome that has Webhand: ${address}`]),
		"Nobody reads replies to this mail. Switch it off in the console under Settings.",
	];
	const text = [...blocks.map(({ lead, quote }) => [lead, ...quote.map((line) => `> ${line}`)].join("\n")), ...others, ...where].join(
		"\n\n",
	);
	const html = [
		...blocks.map(({ lead, quote }) => `<p>${escaped(lead)}</p>${quoted(quote)}`),
		...[...others, ...where].map((line) => `<p>${escaped(line)}</p>`),
	].join("\n");
	return { subject, text: `${text}\n`, html: `<!doctype html>\n<html lang="en"><body>\n${html}\n</body></html>\n` };
}

const subjectOf = ({ kind, routineName }: MailItem) =>
	kind === "question" ? `Webhand asks: ${shortName(routineName)}` : `Webhand: ${shortName(routineName)} failed`;

function blockOf(item: MailItem): { readonly lead: string; readonly quote: readonly string[] } {
	const name = `“${shortName(item.routineName)}”`;
	if (item.kind === "question") {
		const lead = `${name} asks in row ${item.row} of ${item.rowCount}:`;
		return { lead, quote: item.words.slice(0, mostWords).split("\n").map(plain) };
	}
	const { done = 0, done_unchecked: unchecked = 0 } = item.counts;
	return { lead: `${name} failed: ${done + unchecked} of ${item.rowCount} rows were done.`, quote: [] };
}

const mostWords = 1_000;
const mostName = 80;
const shortName = (name: string) => plain(name.slice(0, mostName));

/** One line that no mail program makes a link of: control characters go, and a word joiner breaks up addresses. */
function plain(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
		.replace(/:\/\//g, ":\u2060//")
		.replace(/([\p{L}\p{N}_-])([.@])(?=\p{L})/gu, "$1\u2060$2\u2060")
		.trim();
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
const quoted = (lines: readonly string[]) => (lines.length === 0 ? "" : `\n<blockquote>${lines.map(escaped).join("<br>")}</blockquote>`);
