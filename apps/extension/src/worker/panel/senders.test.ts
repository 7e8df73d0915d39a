import { expect, test } from "vitest";
import type { KnownSender, SenderFacts } from "./senders.ts";
import { identifySender } from "./senders.ts";

const own = { id: "ours", origin: "chrome-extension://ours" };

test.each<[name: string, sender: SenderFacts, knownSender: KnownSender | null]>([
	["the side panel", { id: "ours", origin: own.origin, url: `${own.origin}/sidepanel.html` }, { kind: "panel", isTab: false }],
	[
		"the side panel opened as a tab",
		{ id: "ours", origin: own.origin, url: `${own.origin}/sidepanel.html?tabId=3`, frameId: 0, tab: { id: 9 } },
		{ kind: "panel", isTab: true },
	],
	[
		"the settings",
		{ id: "ours", origin: own.origin, url: `${own.origin}/options.html#/server`, frameId: 0 },
		{ kind: "settings", isTab: false },
	],
	[
		"the content script of a tab",
		{ id: "ours", origin: "https://shop.example", frameId: 0, documentId: "d1", tab: { id: 3 } },
		{ kind: "page", tabId: 3, frameId: 0, documentId: "d1" },
	],
	[
		"the content script of a frame",
		{ id: "ours", origin: "https://ads.example", frameId: 4, documentId: "d2", tab: { id: 3 } },
		{ kind: "page", tabId: 3, frameId: 4, documentId: "d2" },
	],
	[
		"the side panel inside a frame",
		{ id: "ours", origin: own.origin, url: `${own.origin}/sidepanel.html`, frameId: 2, tab: { id: 3 } },
		null,
	],
	["a page that calls itself the panel", { id: "ours", origin: "https://evil.example", url: `${own.origin}/sidepanel.html` }, null],
	["another page of ours", { id: "ours", origin: own.origin, url: `${own.origin}/content.html` }, null],
	["another extension", { id: "theirs", origin: "chrome-extension://theirs", url: "chrome-extension://theirs/sidepanel.html" }, null],
	["another extension with our origin in its address", { id: "theirs", origin: own.origin, url: `${own.origin}/sidepanel.html` }, null],
	["nobody", {}, null],
])("%s is known by what Chrome says of it", (...[, sender, knownSender]) => {
	expect(identifySender(sender, own)).toEqual(knownSender);
});
