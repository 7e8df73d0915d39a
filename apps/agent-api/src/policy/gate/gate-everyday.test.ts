import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { gateOf, task } from "../../../test/gate-cases.ts";
import { decideGate } from "./gate.ts";

// Each press is of control 2; the page has an address of its own, so that a link elsewhere is no link to the page itself.
const url = "https://shop.example/here";
const press = (body: string, mode: "careful" | "autonomous") =>
	gateOf({ action: "click(2)", body, url, facts: { mode, query: "Look around" } });
const asks = (body: string, mode: "careful" | "autonomous" = "careful") => press(body, mode).kind === "ask";

const inRow = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], ...rows: readonly (readonly string[])[]) =>
	[head, ...rows].map((cells) => inRow(...cells)).join("\n");
const dialog = (text: string, ...buttons: readonly string[]) => `<dialog "Notice" 1>\n ${text}\n ${buttons.join(" ")}`;

/** Presses of a working day that show, sort, page, open, fold or close. */
const looking: readonly string[] = [
	// Heads of columns.
	table(["<button 2>Name</>", "Price"], ["Tea", "4.00 €"], ["Milk", "2.00 €"]),
	table(["<button 2>Name</> ▲", "<button 3>Price</>"], ["Tea", "4"]),
	table(["", "<button 2 sort=ascending>Owner</>"], ["x", "Ada"]),
	table(["<button 2>Date</>", "Amount"], ["1 May", "4"], ["2 May", "5"], ["3 May", "6"]),
	table(["Customer", "<button 2>Status</>"], ["Ada 17", "open"], ["Bob 18", "closed"]),
	// Pages.
	"1–50 of 1,204 <button 3 disabled>Newer</> <button 2>Older</>",
	"<button 3>Newer</> <button 2>Older</>",
	"<button 3>1</> <button 4>2</> <button 2>Last one</>",
	"<button 2>3",
	"<button 2>Next",
	"<button 2>Previous page",
	"Page 2 of 9 <button 3>‹</> <button 2>Onward</>",
	"<button 2>Load more",
	"<button 2>Show more",
	"<button 2>Show more comments",
	"<button 2>Mehr laden",
	"<a 2 /list?page=2>Older",
	// Parts that fold.
	"<summary 2 collapsed>Payment and delivery</>",
	"<button 2 collapsed>Payment history",
	"<button 2 collapsed>Delivery and orders",
	"<button 2>Specifications ▾",
	"## <button 2>Shipping and returns",
	"<button 2 has-popup>Options",
	"<button 2 expanded>Details",
	"<treeitem 2 collapsed>Invoices",
	// Tabs and views.
	"<tab 2>Payments",
	"<tab 2>Orders",
	"<tab 2 selected>Reviews",
	"<button 2>List view",
	"<button 2>Month",
	'<fieldset "View">\n <button 2>Compact',
	'<fieldset "Sort by">\n <button 2>Popularity',
	'<dialog "Filters" 1>\n <button 2>Red',
	// Menus.
	"<button 2>☰",
	"<button 2>⋮",
	"<button 2>Open menu",
	'<nav "Main">\n <button 2>Products',
	"<button 2 has-popup>Account",
	"<menuitem 2 has-popup>File",
	"<button 2>Rename…",
	// Filters and searches.
	"<checkbox 2>Blue",
	'<radio 2 "4 stars and up" of="Rating"></>',
	"<button 2>Apply filters",
	"<button 2>Clear all filters",
	"<button 2>Search",
	"<button 2>🔍",
	'<form "Search" get>\n <search 1 "Search">\n <button 2 submit>Go',
	"<switch 2>Only in stock",
	'<select 2 "Sort by" options="Price|Name">',
	// Dialogs that only tell, and ways out.
	dialog("Your order was sent.", "<button 2>OK</>"),
	dialog("Payment received. Thank you!", "<button 2>Continue</>"),
	dialog("The file has been deleted.", "<button 2>OK</>", "<button 3>×</>"),
	dialog("We have a new look.", "<button 2>Got it</>"),
	dialog("Your message could not be sent. Try again later.", "<button 2>OK</>"),
	dialog("Delete the draft?", "<button 3>Delete</>", "<button 2>Cancel</>"),
	dialog("Subscribe to our newsletter", '<input 4 "Email">', "<button 3>Subscribe</>", "<button 2>No thanks</>"),
	dialog("Take the tour", "<button 2>×</>"),
	// Links.
	"<a 2 /account/payment-methods>Payment methods",
	"<a 2 /orders>Orders",
	"<a 2 /orders/17>Order details",
	"- <a 2 /posts/17>Post of the week",
	"<a 2 /register>Register",
	"<a 2 /messages/new>Send a message",
	"<a 2 /archive>Archive",
	"<a 2 https://shop.example/archive?page=2>Archive",
	"<a 2 shop.example/orders/17>Order details",
	"## <a 2 /guides/7>Publish a book: a guide",
	'<nav "Footer">\n <a 2 /buyers>Buyer protection',
	"<a 2 /profile>Bob",
	"<a 2 /login>Sign in",
	"<a 2 /signup>Sign up",
	"<a 2 /blog/a-title>Latest post",
	"<a 2 /x>My book",
	"<a 2 /guides/9>How to publish your first own book",
	// A day of a calendar, a slide, a zoom.
	"<button 2>15",
	"<button 2>March 15, 2026",
	"<button 2>Mo., 16. März",
	"<button 2>Today",
	"<button 2>Zoom in",
	"<button 2>Pause",
];

/** Presses of a working day that do something: these ask, and so may a few that nobody can tell. */
const doing: readonly string[] = [
	"<button 2>Add to cart",
	"<button 2>Save",
	"<button 2>Send",
	"<button 2>Delete",
	"<button 2>Pay 14 €",
	"<button 2>Share",
	"<button 2>Publish",
	"<button 2>Accept all cookies",
	"<button 2>Reject all",
	"<button 2>Book now",
	"<button 2>Subscribe",
	"<button 2>Like",
	"<button 2>Refresh",
	"<button 2>Copy link",
	'<form "Sign in" post>\n <input 1 "Name">\n <button 2 submit>Sign in',
];

/** Presses of a working day whose few words do not tell whether anything is sent or kept. */
const untold: readonly string[] = [
	"<button 2>Print",
	"<button 2>Copy",
	"<button 2>Copy code",
	"<button 2>Save draft",
	"<button 2>Add row",
	"<button 2>Export",
	"<button 2>Download CSV",
	"<button 2>Select all",
	"<button 2>Undo",
	"<button 2>Full screen",
	"<button 2>Expand all",
	"<button 2>Show password",
	"<button 2>Preview",
];

/** What somebody who wants harm puts on a page. All of it asks in careful mode. */
const hostile: readonly string[] = [
	// Links that act.
	"<a 2 /r/17>Approve request",
	"<a 2 /go>Approve request",
	"| Ada | <a 2 /requests/17>Approve |",
	"<a 2 /r>Send 500 €",
	"<a 2 /x>Transfer 500 €",
	"<a 2 /x>500 € senden",
	"<a 2 /x>Antrag genehmigen",
	"<a 2 /x>Nachricht senden",
	"<a 2 /x>Publier l’article",
	"<a 2 /x>Publicar ahora",
	"<a 2 /x>Подтвердить заявку",
	"<a 2 /x>Отправить сообщение",
	"<a 2 /x>批准发送",
	"<a 2 /messages/17/archive>Archive",
	"<a 2 /drafts/17/publish>Publish",
	"<a 2 /u/17>Invite Mallory",
	"<a 2 /u/17>Assign to me",
	"<a 2 /t/17>Resolve ticket",
	"<a 2 /x>Confirm booking",
	"<a 2 /x>Yes, approve",
	"<a 2 /x>Please approve it",
	"<a 2 /x>1-click approve",
	"<a 2 /x>A p p r o v e",
	"<a 2 /x>Аpprove request",
	"<a 2 /x>Mark as spam",
	"<a 2 /x>Accept invitation",
	"<a 2 /x>Grant access",
	"<a 2 /x>Share with everyone",
	"<a 2 /x>Restore version 3",
	"<a 2 /x method=post>Details",
	"<a 2 /x method=delete>Details",
	"<a 2 /x method=put>More",
	"<a 2>Send",
	"<a 2 /here>Approve",
	"<a 2 /requests/17/approve>More",
	"<a 2 /x?action=delete>More",
	"<a 2 /x?op=remove>More",
	"<a 2 /x?do=purge>Next",
	"<a 2 /x?cmd=wipe&…>Open",
	"<a 2 /x?action=trash>More",
	"<a 2 /x?_method=delete>More",
	"<a 2 /x?task=transfer>More",
	"<a 2 /x/17/delete>Read more",
	"<a 2 /orders/17/cancel>Details",
	"<a 2 /unsubscribe/17>More",
	"<a 2 /pay>Pay now",
	"<a 2 /buy>Buy",
	"<a 2 /d>Delete account",
	// Buttons with the words of looking around those of doing.
	"<button 2>Show and send",
	"<button 2>View + approve",
	"<button 2>Search / publish",
	"<button 2>Send more",
	"<button 2>Pay more",
	"<button 2>More: delete all",
	"<button 2 has-popup>Publish",
	"<button 2 has-popup>Send now",
	"<button 2 collapsed>Send",
	"<button 2 collapsed>Pay now",
	"<button 2 collapsed>Delete account",
	"<button 2 expanded>Approve request",
	"<summary 2 collapsed>Delete account</>",
	"<summary 2 collapsed>Pay 14 €</>",
	"<tab 2>Pay 14 €",
	"<tab 2>Delete account",
	"<button 2>Send ▾",
	"<button 2>Approve…",
	"<button 2>Delete…",
	"## <button 2>Publish",
	"## <button 2>Delete account",
	'<nav "Main">\n <button 2>Send',
	'<nav "Main">\n <a 2 /x>Send 500 €',
	'<nav "Main">\n <a 2 /x?action=delete>Home',
	'<fieldset "Sort by">\n <button 2>Send',
	'<dialog "Filters" 1>\n <button 2>Delete all data',
	// Tables in which a button is no head.
	table(["Rocket one", "<button 2>Glorp</>"], ["Rocket two", "gone"]),
	table(["Rocket 1", "<button 2>Glorp</>"], ["Rocket 2", "gone"]),
	table(["Rocket 1", "<button 2>Glorp</>"], ["Rocket 2", "<button 3>Glorp</>"]),
	table(["<button 2>Approve</>", "Price"], ["Tea", "4"]),
	table(["<button 2 sort=none>Delete all</>", "Price"], ["Tea", "4"]),
	// Lines that only look like page numbers.
	"Rocket 2 of 9 <button 2>Glorp</>",
	"2 of 9 <button 2>Send</> <button 3>Next</>",
	"<button 3>1</> <button 4>2</> <button 2>Delete</>",
	"<button 3>1</> <button 4>2</> <button 2>Glorp the whole thing</>",
	"On 3 May 2026 we met <button 3>Hi</> <button 2>Glorp</>",
	// Dialogs that do more than tell.
	dialog("Your account will be deleted.", "<button 2>Go on</>"),
	dialog("Delete your account", "<button 2>OK</>"),
	dialog("Send the attached file.", "<button 2>OK</>"),
	dialog("You agreed to pay 14 €.", "<button 2>OK</>"),
	dialog("Press Launch to send it.", "<button 2>Launch</>"),
	dialog("By pressing OK you buy it.", "<button 2>OK</>"),
	dialog("Your order was changed. Send it now?", "<button 2>OK</>"),
	dialog("Your order was saved.", "<button 2>Glorp</>", "<button 3>Close now</>"),
	dialog("Your order was saved.", '<input 4 "Code">', "<button 2>Glorp</>"),
	dialog("Share with all", "<button 2>Continue</>", "<button 3>Cancel</>"),
	// Buttons that nobody knows.
	"<button 2>Glorp",
	"<button 2>Launch",
	"<button 2>Launch 15 March",
	"<button 2>Go",
	"<button 2>💳",
	"<button 2 unseen>Show more",
	'<dialog "Find a rocket" 1>\n <button 2>Glorp',
	'<fieldset "Search results">\n - Rocket <button 2>Glorp',
	'<form "Profile" post>\n <input 1 "Name">\n <button 2 submit>Next',
	"<switch 2>Make profile public",
	'<frame 9 "Ad" ads.example>\n <button 2>Send',
];

describe("what careful mode asks for", () => {
	test("of 108 presses of a working day at most 25 are asked for, none of them a plain look", () => {
		const asked = [looking, doing, untold].map((bodies) => bodies.filter((body) => asks(body)).length);
		expect([looking, doing, untold].flat()).toHaveLength(108);
		expect(asked[0]).toBe(0);
		expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(25);
	});
	test("every one of 98 presses on a hostile page is asked for", () => {
		expect(hostile.length).toBeGreaterThanOrEqual(98);
		expect(hostile.filter((body) => !asks(body))).toEqual([]);
	});
});

describe("an address that deletes, ends or pays", () => {
	const open = (address: string, query: string) =>
		gateOf({ action: `navigate("https://shop.example${address}")`, url, facts: { mode: "autonomous", query } }).kind;
	const follow = (body: string, query: string) => gateOf({ action: "click(2)", body, url, facts: { mode: "autonomous", query } }).kind;

	test.each([
		"/x?action=delete",
		"/x?op=remove&id=3",
		"/x?do=purge",
		"/x?delete=3",
		"/x/17/delete",
		"/account/delete",
		"/orders/17/cancel",
		"/m?op=transfer",
	])("%s asks in autonomous mode, by a link and by its address", (address) => {
		expect([follow(`<a 2 ${address}>More`, "Look around"), open(address, "Look around")]).toEqual(["ask", "ask"]);
	});
	test.each([
		["/items/17/delete", "×", "Delete item 17", "warn"],
		["/x?action=delete", "More", "Delete the draft", "ask"],
		["/orders/17/cancel", "Cancel", "Cancel order 17", "warn"],
		["/requests/17/approve", "Approve", "Look around", "warn"],
		["/x?action=show", "More", "Look around", "allow"],
		["/posts/deleted-scenes", "Our story", "Look around", "allow"],
	] as const)("%s by “%s”, where the task is “%s”: %s", (address, label, query, kind) => {
		expect(follow(`<a 2 ${address}>${label}`, query)).toBe(kind);
	});
	test.each([
		["/account/delete", "Delete my account", "warn"],
		["/account/delete", "Delete the draft", "ask"],
		["/?action=delete&id=3", "Delete the draft", "ask"],
		["/x/3/delete", "Open https://shop.example/x/3/delete", "allow"],
	] as const)("%s, where the task is “%s”: %s", (address, query, kind) => {
		expect(open(address, query)).toBe(kind);
	});
	test("money that a link sends asks in autonomous mode, a price beside a verb does not", () => {
		const kinds = ["Send 500 €", "500 € senden", "Book from 49 €"].map((label) => follow(`<a 2 /x>${label}`, "Look around"));
		expect(kinds).toEqual(["ask", "ask", "warn"]);
	});
});

test("in plain HTML a button without a form sends nothing, whatever its type says", () => {
	const kind = (html: string) => decideGate({ name: "click", id: 4 }, parsePage(html), { ...task, origins: [""] }).kind;
	expect(kind('<button id="4">Show more</button>')).toBe("allow");
	expect(kind('<form method="post"><input id="3" name="a"><button id="4">Show more</button></form>')).toBe("ask");
});
