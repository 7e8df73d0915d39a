import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { ServerTool } from "@webhand/contracts/tools/server-tools";
import { formatMs, formatNumber } from "../../../kit/words/format.ts";

const ofCommand: ReadonlySet<string> = new Set(["argv", "cwd"]);
const ofFiles: ReadonlySet<string> = new Set([
	"path",
	"content",
	"encoding",
	"dryRun",
	"createParents",
	"patch",
	"edits",
	"expectedHash",
	"expectedHashes",
]);

type Asked = Pick<PendingApproval, "toolName" | "args" | "command" | "diff">;

/** True for a tool of Webhand itself, whose effect is told as a sentence. @throws never */
export const isOwnTool = (name: string): boolean => ServerTool.safeParse(name).success;

/** The arguments that a command's words, a diff and the limits do not show, each as text. @throws never */
export function shownArguments({ toolName, args, command, diff = [] }: Asked) {
	return Object.entries(args).flatMap(([name, value]): (readonly [string, string])[] => {
		if (command !== null ? ofCommand.has(name) : diff.length > 0 && ofFiles.has(name)) return [];
		if (isLimit(toolName, value)) return [];
		return [[name, typeof value === "string" ? value : JSON.stringify(value, null, 2)]];
	});
}

/** A number of one of our own tools says how long or how much at most, never what is done. */
const isLimit = (toolName: string, value: unknown): value is number => isOwnTool(toolName) && typeof value === "number";

/** The limits of a call in words: `timeoutMs: 60000` is a timeout of 60.0 s. @throws never */
export function limitsOf({ toolName, args }: Asked): readonly (readonly [name: string, value: string])[] {
	return Object.entries(args).flatMap(([name, value]) => {
		if (!isLimit(toolName, value)) return [];
		const words = name
			.replace(/Ms$/, "")
			.replaceAll(/\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
			.trim();
		return [[words.charAt(0).toUpperCase() + words.slice(1), name.endsWith("Ms") ? formatMs(value) : formatNumber(value)]];
	});
}

const [mostLines, mostCharacters] = [10, 600];

/** The beginning of a long text; a short one as it is. @throws never */
export function foldedText(text: string): string {
	const head = text.split("\n", mostLines).join("\n").slice(0, mostCharacters);
	return head.length < text.length ? `${head}…` : text;
}
