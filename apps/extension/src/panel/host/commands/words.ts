import type { CommandClass } from "@webhand/contracts/tools/commands";
import { formatCount } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** What the panel says about commands and other tools of a workspace. */
export const commandsText = inLanguage(german.commandsText, {
	label: "Command",
	placeholder: "npm test",
	words: "Words of the command",
	folder: "Folder",
	folderPlaceholder: "Root of the workspace",
	moreSettings: "Run it in another folder",
	run: "Run",
	noShell: (words: readonly string[]) =>
		`There is no shell: ${words.map((word) => `“${word}”`).join(", ")} ${words.length === 1 ? "is an ordinary word" : "are ordinary words"} here. Run commands one by one.`,
	openQuote: "A quotation mark is not closed.",
	allowed: "Allowed commands",
	allowedHint: "Press an example to put it into the field.",
	noneAllowed: "No command is allowed here",
	noneAllowedHint: "Ask an operator of your server which commands this workspace may have.",
	class: { inspect: "only reads", build: "may write" } satisfies Record<CommandClass, string>,
	notInstalled: "not installed on the server",
	use: (command: string) => `Put “${command}” into the field`,
	earlier: "Commands that were run",
	noneRun: "No command was run in this workspace yet.",
	tools: "Other tools",
	toolsCount: (n: number) => formatCount(n, "tool", "tools"),
	toolsHint: "Server tasks can use these tools of MCP servers.",
	noTools: "No MCP server is connected to this workspace.",
	serverState: { connected: "connected", idle: "ready", down: "does not answer", disabled: "switched off" },
	tier: { read: "only reads", write: "may write", exec: "may do anything" },
	asks: { auto: "without a question", batch: "asks you first, several at once", individual: "asks you each time" },
	missing: "not available now",
});
