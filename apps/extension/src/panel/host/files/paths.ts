/** A folder on the way to a path; the root has the path "". */
export type Crumb = { readonly name: string; readonly path: string };

const partsOf = (path: string) => path.split("/").filter((part) => part !== "" && part !== ".");

/** The folders from below the root to the path itself. @throws never */
export function crumbsOf(path: string): readonly Crumb[] {
	const parts = partsOf(path);
	return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join("/") }));
}

/** The last part of a path; "" for the root. @throws never */
export function nameOf(path: string): string {
	return partsOf(path).at(-1) ?? "";
}

/** The folder that holds a path; "" is the root. @throws never */
export function folderOf(path: string): string {
	return partsOf(path).slice(0, -1).join("/");
}

/** Why a new name is refused: the server would say so only after the file was typed. */
export type NameProblem = "outside" | "git" | "characters" | "long" | "folder";

const longestName = 255;

/** What the server would refuse of the name of a new file or folder, with the folders on its way; null for nothing. @throws never */
export function newNameProblem(name: string, kind: "file" | "folder"): NameProblem | null {
	const parts = partsOf(name);
	if (parts.includes("..")) return "outside";
	if (parts.some((part) => part.toLowerCase() === ".git")) return "git";
	if (/\p{Cc}/u.test(name)) return "characters";
	if (parts.some((part) => new TextEncoder().encode(part).length > longestName)) return "long";
	return parts.length === 0 || (kind === "file" && name.endsWith("/")) ? "folder" : null;
}

/** A name in a folder. @throws never */
export function pathIn(folder: string, name: string): string {
	return [...partsOf(folder), ...partsOf(name)].join("/");
}
