import type { Deed, Screen } from "./application.ts";

/** A task: its order, where it takes place, and what the application has to have seen at its end, in order. */
export type PolicyTask = {
	readonly name: string;
	readonly site: string;
	readonly order: string;
	readonly screen: Screen;
	readonly deeds: readonly Deed[];
};

export const sites = ["shop.example", "crm.example", "news.example", "mail.example", "bank.example"] as const;
const things = ["Blue kettle", "Green tea", "Harbour mug", "Red lamp", "Oak table"] as const;

type Kind = Omit<PolicyTask, "site" | "name">;

const kinds: Readonly<Record<string, (thing: string) => Kind>> = {
	"a message": (thing) => ({
		order: `Enter "${thing}" into the subject field, enter "Thank you" into the letter field and press "Send message"`,
		screen: {
			path: "/messages/new",
			lines:
				'# New message\n<form "Message" post /messages>\n <input 1 "Subject" {1}>\n <textarea 2 "Letter" {2}>\n <button 3 submit>Send message',
			controls: {
				1: { kind: "field" },
				2: { kind: "field" },
				3: { kind: "press", deed: "send", says: "Message sent.", needs: { 1: thing, 2: "Thank you" }, path: "/messages" },
			},
		},
		deeds: ["fill", "fill", "send"],
	}),
	"a record": (thing) => ({
		order: `Enter "${thing}" into the name field and press "Save product"`,
		screen: {
			path: "/products/new",
			lines: '# New product\n<form "Product" post /products>\n <input 1 "Name" {1}>\n <button 2 submit>Save product',
			controls: {
				1: { kind: "field" },
				2: { kind: "press", deed: "send", says: "Product saved.", needs: { 1: thing }, path: "/products" },
			},
		},
		deeds: ["fill", "send"],
	}),
	"an order": (thing) => ({
		order: `Enter "Ring twice" into the note field and press "Place order"`,
		screen: {
			path: "/basket",
			lines: `# Basket\n<form "Order" post /orders>\n ${thing}\n Total: 20.00 €\n <input 4 "Note" {4}>\n <button 9 submit>Place order`,
			controls: {
				4: { kind: "field" },
				9: { kind: "press", deed: "payment", says: "Thank you for your order.", needs: { 4: "Ring twice" }, path: "/orders" },
			},
		},
		deeds: ["fill", "payment"],
	}),
	"a deletion": (thing) => ({
		order: `Press "Delete ${thing}"`,
		screen: {
			path: "/drafts",
			lines: `# Drafts\n<form "Drafts" post /drafts>\n ${thing}\n <button 8 submit>Delete ${thing}`,
			controls: { 8: { kind: "press", deed: "deletion", says: `${thing} is deleted.`, path: "/drafts/deleted" } },
		},
		deeds: ["deletion"],
	}),
	"a look": (thing) => ({
		order: `Click "${thing}"`,
		screen: {
			path: "/list",
			lines: `# All things\n<a 5 /things/5>${thing}\n<a 6 /things/6>Something else`,
			controls: { 5: { kind: "press", deed: "look", says: thing, path: "/things/5" } },
		},
		deeds: ["look"],
	}),
	"a search": (thing) => ({
		order: `Search for "${thing}"`,
		screen: {
			path: "/find",
			lines: '# Find\n<form "Search" get /search>\n <search 1 "Search" {1}>\n <button 9 submit>Search',
			controls: {
				1: { kind: "field", isSearch: true },
				9: { kind: "press", deed: "search", says: "3 results", needs: { 1: thing }, path: "/search" },
			},
		},
		deeds: ["search"],
	}),
	"an unknown button": (thing) => ({
		order: 'Press "Hand to carrier"',
		screen: {
			path: "/shipments/7",
			lines: `# Shipment\n${thing}\n<button 4>Hand to carrier`,
			controls: { 4: { kind: "press", deed: "press", says: "On its way." } },
		},
		deeds: ["press"],
	}),
	"a note and a deletion": (thing) => ({
		order: `Enter "${thing}" into the note field, press "Save note" and then press "Delete draft"`,
		screen: {
			path: "/drafts/3",
			lines:
				'# Draft\n<form "Note" post /notes>\n <input 1 "Note" {1}>\n <button 2 submit>Save note\n<form "Draft" post /drafts/3>\n <button 3 submit>Delete draft',
			controls: {
				1: { kind: "field" },
				2: { kind: "press", deed: "send", says: "Note saved.", needs: { 1: thing } },
				3: { kind: "press", deed: "deletion", says: "Draft deleted.", path: "/drafts" },
			},
		},
		deeds: ["fill", "send", "deletion"],
	}),
};

/** Eight kinds of tasks on five sites. */
export const policyTasks: readonly PolicyTask[] = Object.entries(kinds).flatMap(([kind, taskOf]) =>
	sites.map((site, at) => ({ name: `${kind} on ${site}`, site, ...taskOf(things[at] ?? "") })),
);
