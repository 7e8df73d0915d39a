import { inLanguage } from "../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** Why a workspace is not available, by its `reason`. */
const away: Readonly<Record<string, string>> = {
	missing: "its folder is missing",
	replaced: "another folder is in its place",
};

/** What the panel says about the tools of the server host; loaded with them. */
export const toolsText = inLanguage(german.toolsText, {
	title: "Server tools",
	retry: "Retry",
	cancel: "Cancel",
	close: "Close",
	reload: "Reload",
	availability: {
		label: "Server tools",
		word: { online: "Online", degraded: "Limited", offline: "Offline", unknown: "Checking…" },
		unknownReason: "The server did not say whether its tools work.",
	},
	notice: {
		title: "These files are on the server",
		text: "Files, git and commands here belong to the server host, not to this computer. Nothing on this computer is read or changed.",
		ok: "Got it",
	},
	workspace: {
		label: "Workspace",
		choose: "Choose a workspace",
		chooseHint: "A workspace is a folder of the server that an operator opened to your organization.",
		change: (name: string) => `Workspace ${name}, choose another`,
		readOnly: "read-only",
		git: "git",
		unavailable: (reason: string | undefined) => `not available: ${away[reason ?? ""] ?? "its folder cannot be opened"}`,
		selecting: "Opening…",
		empty: "No workspace yet",
		emptyHint: "Ask an operator of your server to open a folder to your organization.",
	},
	tabs: {
		label: "Server tools",
		tasks: "Tasks",
		files: "Files",
		changes: "Changes",
		patch: "Patch",
		commands: "Commands",
		history: "History",
	},
	hidden: { text: (code: string) => `hidden character ${code}` },
});
