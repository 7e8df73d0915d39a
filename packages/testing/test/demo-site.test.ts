import { test as base, expect } from "vitest";
import { startDemoSite } from "../src/demo-site/site.ts";
import { startProcess, waitForHttp } from "../src/processes.ts";

const test = base.extend("shop", async ({ task: _task }, { onCleanup }) => {
	const site = await startDemoSite();
	onCleanup(site.close);
	const first = await fetch(site.url);
	const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
	const id = cookie.replace("visitor=", "");
	const get = async (path: string) => await (await fetch(site.url + path, { headers: { cookie } })).text();
	const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
		fetch(site.url + path, { method: "POST", headers: { cookie, ...headers }, body: new URLSearchParams(fields), redirect: "manual" });
	const state = async () => await (await fetch(`${site.url}/state?visitor=${id}`)).json();
	return { ...site, id, cookie, get, post, state };
});

const address = { name: "Ada Lovelace", street: "Quay 7", postcode: "20457", city: "Hamburg", country: "Germany" };

test("a search lists the blue kettle first, and its page offers three sizes", async ({ shop }) => {
	const results = await shop.get("/search?q=blue+kettle");
	expect(results.match(/<h2><a href="([^"]+)">([^<]+)</)?.slice(1)).toEqual(["/products/blue-kettle", "Blue kettle"]);
	const sizes = [...(await shop.get("/products/blue-kettle")).matchAll(/<option value="([^"]+)"/g)].map(([, size]) => size);
	expect(sizes).toEqual(["1.0 l", "1.5 l", "1.7 l"]);
});

test("a product goes into the cart in the chosen size and the cart shows its total as text", async ({ shop }) => {
	expect((await shop.post("/products/blue-kettle", { size: "" })).status).toBe(422);
	expect((await shop.post("/products/blue-kettle", { size: "1.5 l" })).status).toBe(303);
	const { cart } = await shop.state();
	expect(cart.lines).toEqual([{ slug: "blue-kettle", name: "Blue kettle", size: "1.5 l", quantity: 1, priceCents: cart.totalCents }]);
	expect(await shop.get("/cart")).toContain(`Total: <strong>${cart.total}</strong>`);
});

test("quantities change the total and zero removes the line", async ({ shop }) => {
	await shop.post("/products/red-mug", { size: "250 ml" });
	await shop.post("/products/red-mug", { size: "250 ml" });
	const one = (await shop.state()).cart;
	expect(one.lines[0].quantity).toBe(2);
	await shop.post("/cart/0", { quantity: "3" });
	expect((await shop.state()).cart.totalCents).toBe(one.lines[0].priceCents * 3);
	await shop.post("/cart/0", { quantity: "-1" });
	expect((await shop.state()).cart.lines[0].quantity).toBe(3);
	await shop.post("/cart/0", { quantity: "0" });
	expect((await shop.state()).cart.lines).toEqual([]);
});

test("a checkout needs an address, then a card, and keeps only its last digits", async ({ shop }) => {
	await shop.post("/products/blue-kettle", { size: "1.0 l" });
	expect((await shop.post("/checkout", { ...address, city: "" })).status).toBe(422);
	expect((await shop.post("/checkout", address)).headers.get("location")).toBe("/checkout/payment");
	expect((await shop.post("/checkout/payment", { card: "4242 4242 4242 4241", expiry: "04/29", code: "123" })).status).toBe(422);
	const paid = await shop.post("/checkout/payment", { card: "4242 4242 4242 4242", expiry: "04/29", code: "123" });
	expect(await shop.get(paid.headers.get("location") ?? "")).toContain("Thank you, Ada Lovelace");
	const state = await shop.state();
	expect(state.cart.lines).toEqual([]);
	expect(state.orders).toEqual([expect.objectContaining({ number: "H-100001", cardEnding: "4242", address })]);
	expect(JSON.stringify(state)).not.toContain("4242424242424242");
});

test("the address book says saved of every address, and keeps none of a post office box", async ({ shop }) => {
	expect((await shop.post("/addresses/new", { ...address, street: "" })).status).toBe(422);
	for (const street of ["P.O. Box 77", "Quay 7"]) {
		await shop.post("/addresses/new", { ...address, street });
		expect(await shop.get("/addresses")).toContain("Address saved.");
	}
	expect((await shop.state()).addresses).toEqual([address]);
});

test("only the right password signs in, and signing out forgets", async ({ shop }) => {
	expect((await shop.post("/sign-in", { email: "ada@example.com", password: "wrong" })).status).toBe(422);
	await shop.post("/sign-in", { email: "ada@example.com", password: "hearth-1843" });
	expect(await shop.get("/")).toContain("Hello, Ada");
	await shop.post("/sign-out", {});
	expect((await shop.state()).signedInAs).toBeNull();
});

test("a support request names every wrong field, and a right one is kept", async ({ shop }) => {
	const live = { accept: "application/json" };
	const refused = await (await shop.post("/support", { email: "ada" }, live)).json();
	expect(Object.keys(refused.errors)).toEqual(["name", "email", "topic", "reply", "bought", "message"]);
	const request = {
		name: "Ada",
		email: "ada@example.com",
		topic: "Repair",
		reply: "Email",
		bought: "2026-02-03",
		message: "The handle is loose.",
	};
	expect(await (await shop.post("/support", request, live)).json()).toEqual({ message: "Thank you, Ada. We will answer by email." });
	expect((await shop.state()).supportRequests).toEqual([request]);
});

test("visitors do not see each other, and reading the state makes nobody a visitor", async ({ shop }) => {
	await fetch(shop.url);
	await shop.post("/products/blue-kettle", { size: "1.7 l" });
	const { visitors } = await (await fetch(`${shop.url}/state`)).json();
	expect(visitors.map((visitor: { cart: { lines: unknown[] } }) => visitor.cart.lines.length).sort()).toEqual([0, 1]);
	expect((await fetch(`${shop.url}/state?visitor=nobody`)).status).toBe(404);
});

test("what is typed is escaped wherever it is shown", async ({ shop }) => {
	expect(await shop.get(`/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).not.toContain("<script>alert(1)");
});

test("a page of the shop names no other host", async ({ shop }) => {
	for (const path of [
		"/",
		"/search?q=mug",
		"/products/blue-kettle",
		"/support",
		"/orders",
		"/components",
		"/assets/site.css",
		"/assets/site.js",
	]) {
		expect((await shop.get(path)).match(/(?:src|href|action)="https?:|url\(|@import|fetch\("http/g)).toBeNull();
	}
});

test("the shop runs as a process of its own and stops on SIGTERM", async () => {
	const main = new URL("../src/demo-site/main.ts", import.meta.url).pathname;
	const args = ["--conditions=@webhand/source", main];
	const shop = await startProcess({ name: "demo site", command: process.execPath, args, env: { PORT: "0" } });
	const [, url] = await shop.printed(/ready at (\S+)/);
	await waitForHttp(`${url}/healthz`);
	expect(await shop.stop()).toEqual({ code: 0, signal: null });
});
