/** A count with its noun: "1 line", "2,000 lines". @throws never */
export const many = (count: number, one: string, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** A size as people write it. @param bytes @throws never */
export function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const mostListed = 10;

/** Names with their count; the first ten of many. @throws never */
export function listText(names: readonly string[], one: string): string {
	const more = names.length - mostListed;
	return `${many(names.length, one)}: ${names.slice(0, mostListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A folder of a workspace, by its path from the root. @throws never */
export const folderText = (path: string) => (path === "" || path === "." ? "the root folder" : `the folder ${path}`);

/** Words of a command, each with blanks or signs in quotes. @throws never */
export const commandText = (words: readonly string[]) =>
	words.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
