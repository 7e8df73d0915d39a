import { toolNamed } from "@webhand/contracts/tools/server-tools";
import * as german from "./action-words.de.ts";
import { inLanguage } from "./language.ts";

/** An action by its name alone. */
export const actionText: Readonly<Record<string, string>> = inLanguage(german.actionText, {
	click: "Click",
	setValue: "Fill in",
	select: "Choose in",
	press: "Press a key",
	hover: "Point at",
	drag: "Drag",
	scroll: "Scroll",
	navigate: "Go to page",
	back: "Go back",
	forward: "Go forward",
	reload: "Reload",
	wait: "Wait",
	openTab: "Open tab",
	switchTab: "Switch tab",
	closeTab: "Close tab",
	upload: "Upload to",
	find: "Search the page",
	expand: "Look closer at",
	options: "List choices of",
	look: "Take a picture of the page",
	ask: "Ask you",
	handoff: "Hand over to you",
	server: "Work on the server",
	finish: "Finish",
	fail: "Give up",
});

/** An action with its facts; `on` is its control in quotes, "" for a control without a name. */
export const phraseText = inLanguage(german.phraseText, {
	/** `action`: its name in the grammar; `words`: what it is called alone. */
	onControl: (_action: string, words: string, on: string) => joined(words, on),
	clicks: {
		double: (on: string) => joined("Double-click", on),
		right: (on: string) => joined("Right-click", on),
		middle: (on: string) => joined("Middle-click", on),
	},
	fill: (on: string, value: string) => `${joined("Fill in", on)} with “${value}”`,
	fillAndEnter: (on: string, value: string) => `${joined("Fill in", on)} with “${value}” and press Enter`,
	empty: (on: string) => joined("Empty", on),
	tick: (on: string, isTicked: boolean) => joined(isTicked ? "Tick" : "Untick", on),
	choose: (on: string, options: string) => `Choose ${options}${on === "" ? "" : ` in ${on}`}`,
	press: (on: string, keys: string) => `Press ${keys}${on === "" ? "" : ` in ${on}`}`,
	scroll: (direction: string) => `Scroll ${direction === "top" || direction === "bottom" ? `to the ${direction}` : direction}`,
	goTo: (place: string) => `Go to ${place}`,
	openTab: (place: string) => `Open tab ${place}`,
	upload: (on: string, file: string) => `Upload “${file}”${on === "" ? "" : ` to ${on}`}`,
	find: (what: string) => `Search the page for “${what}”`,
	wait: (seconds: number) => `Wait ${seconds} s`,
	/** `what`: the file, pattern or command, "" for none; a tool of an MCP server has no words of its own. */
	server: (tool: string, what: string) => {
		const verb = toolNamed(tool)?.words.verb;
		return verb === undefined ? `Call ${tool} on the server` : `${joined(verb, what)} on the server`;
	},
});

function joined(verb: string, on: string): string {
	return on === "" ? verb : `${verb} ${on}`;
}
