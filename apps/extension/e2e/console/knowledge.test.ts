import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { knowledgeText } from "../../src/console/knowledge/words.ts";
import { tracesText } from "../../src/console/records/traces/words.ts";
import { consoleText } from "../../src/console/words.ts";
import { useViews } from "../views.ts";
import { choose, domainField, field, files, from, press, testEachState, textField } from "./knowledge-acts.ts";
import { documentId } from "./knowledge-states.ts";

const views = useViews("console");
const { domains, documents, add, inspector, step, howTo } = knowledgeText;
const wide = { width: 1_024, height: 800 };

testEachState(views);

describe("the pages of knowledge", () => {
	let page: Page;
	let loads = 0;
	const show = async (name: string) => {
		loads += 1;
		// Another query loads the page again.
		await page.goto(`${views().url}?${loads}#${name}`);
		await page.getByRole("heading", { level: 1 }).first().waitFor();
		await told();
	};
	const told = async () => (await page.evaluate("told.splice(0)")) as [string, Readonly<Record<string, unknown>>][];
	const calls = async (name: string) => (await told()).filter(([what]) => what === name).map(([, input]) => input);
	const dialog = () => page.getByRole("alertdialog");
	const confirm = (label: string) => dialog().getByRole("button", { name: label, exact: true }).click();
	const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

	beforeAll(async () => {
		page = await views().browser.newPage({ viewport: wide });
	});

	test("allow a domain with its subdomains, and tell the reason of a refusal at the field", async () => {
		await show("domains");
		await field(page, domains.pattern).fill("*.com");
		await page.getByText(domains.subdomains, { exact: true }).click();
		await press(page, domains.allow);
		await page.getByText("name one, such as *.acme.com").waitFor();
		expect(await field(page, domains.pattern).getAttribute("aria-invalid")).toBe("true");
		expect(await field(page, domains.pattern).inputValue()).toBe("*.com");
		await field(page, domains.pattern).fill("127.0.0.1");
		await press(page, domains.allow);
		await page.getByText("An address has no subdomains", { exact: false }).waitFor();
		expect(await page.getByText("includeSubdomains", { exact: false }).count()).toBe(0);
		await field(page, domains.pattern).fill("full.example.com");
		await press(page, domains.allow);
		await page.getByText(domains.refusals["LIMIT_REACHED"] ?? "").waitFor();
		await field(page, domains.pattern).fill(" app.acme.com ");
		await page.keyboard.press("Enter");
		await page.getByText(domains.allowed(["app.acme.com", "*.app.acme.com"])).waitFor();
		expect(await field(page, domains.pattern).inputValue()).toBe("");
		expect((await calls("POST /api/knowledge/domains")).at(-1)).toEqual({ body: { pattern: "app.acme.com", includeSubdomains: true } });
	});

	test("name the domain that goes and what follows, do nothing on Escape, and say that it is gone", async () => {
		await show("domains");
		await choose(page, domains.actionsFor("harbour-kitchen.example"), domains.remove);
		await dialog().getByText(domains.removeTitle("harbour-kitchen.example")).waitFor();
		await dialog().getByText(domains.removeEffect("harbour-kitchen.example", 2)).waitFor();
		await page.keyboard.press("Escape");
		await dialog().waitFor({ state: "hidden" });
		expect(await calls("DELETE /api/knowledge/domains/:id")).toEqual([]);
		await choose(page, domains.actionsFor("harbour-kitchen.example"), domains.remove);
		await confirm(domains.removeConfirm);
		await page.getByText(domains.removed("harbour-kitchen.example")).waitFor();
		expect(await calls("DELETE /api/knowledge/domains/:id")).toEqual([{ params: { id: `dom_${"b".repeat(22)}` } }]);
	});

	test("tell whether a page would have knowledge, and what is missing for it", async () => {
		await show("domains");
		for (const [url, answer] of [
			["https://harbour-kitchen.example/pay", domains.yes("harbour-kitchen.example", "harbour-kitchen.example", 2)],
			["http://localhost:8788/", domains.noDocuments("localhost", "localhost")],
			["https://other.example.com/", domains.noPattern("other.example.com")],
			["harbour-kitchen.example/pay", domains.addressMissing],
		] as const) {
			await field(page, domains.address).fill(url);
			await press(page, domains.run);
			await page.getByText(answer).waitFor();
		}
		await field(page, domains.address).fill("https://other.example.com/");
		await press(page, domains.run);
		await press(page, domains.allowAction("other.example.com"));
		await confirm(domains.allow);
		await page.getByText(domains.allowed(["other.example.com"])).waitFor();
	});

	test("test search by meaning with one button, and say in which languages it is used", async () => {
		await show("inspector-meaning");
		await press(page, knowledgeText.meaning.measure);
		const row = (language: string) => page.getByRole("row").filter({ hasText: language });
		await row("German").getByText(knowledgeText.meaning.uses.fuse()).waitFor();
		await row("English").getByText(knowledgeText.meaning.uses.off(120)).waitFor();
		await row("Russian").getByText(knowledgeText.meaning.uses.off(12)).waitFor();
	});

	test("read fifty domains at a time", async () => {
		await show("domains-many");
		await page.getByText(consoleText.table.page(1, 50, 120)).waitFor();
		await press(page, consoleText.table.next);
		await page.getByText(consoleText.table.page(51, 100, 120)).waitFor();
		expect(await calls("GET /api/knowledge/domains")).toEqual([{ query: { cursor: "50" } }]);
	});

	test("send several files one after the other, cancel the one on its way, and go on with the next", async () => {
		await show("documents-ready");
		const list = page.getByRole("list", { name: add.picked });
		const item = (name: string) => list.getByRole("listitem").filter({ hasText: name });
		await files(page, "handbook.md", "slow.pdf", "prices.html");
		await press(page, add.submit(3));
		await page.getByText(add.problems.noDomain).waitFor();
		expect(await domainField(page).getAttribute("aria-invalid")).toBe("true");
		await domainField(page).fill("harbour-kitchen.example");
		await press(page, add.submit(3));
		await item("slow.pdf").getByText("960.0 kB of 2.4 MB").waitFor();
		expect(await page.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
		expect(await item("prices.html").textContent()).toContain(add.states.waiting);
		await item("slow.pdf")
			.getByRole("button", { name: add.cancelOf("slow.pdf") })
			.click();
		await item("slow.pdf").getByText(add.states.cancelled).waitFor();
		await item("prices.html").getByText(add.storedAs.new, { exact: false }).waitFor();
		await page.getByText(add.addedMany(2)).waitFor();
		expect(await item("handbook.md").getByRole("link").getAttribute("href")).toBe(`#/documents/${documentId("n")}`);
		const body = { scope: "org", domain: "harbour-kitchen.example" };
		expect(await calls("POST /api/knowledge/documents")).toEqual(
			["handbook.md", "slow.pdf", "prices.html"].map((name) => ({ body, files: [name] })),
		);
	});

	test("ask what becomes of a file whose name a document has, with both dates", async () => {
		await show("documents-ready");
		const item = page.getByRole("list", { name: add.picked }).getByRole("listitem");
		const started = async (choice: string) => {
			await files(page, "how we order.md");
			await domainField(page).fill("harbour-kitchen.example");
			await press(page, add.submit(1));
			await item.getByRole("alert").getByText("A document “How we order” is there, from ").waitFor();
			await item.getByRole("button", { name: choice, exact: true }).click();
		};
		await started(add.replaceIt);
		await item.getByText(add.storedAs.version, { exact: false }).waitFor();
		expect(await calls(`PUT /api/knowledge/documents/:id`)).toMatchObject([
			{ params: { id: documentId("a") }, files: ["how we order.md"] },
		]);
		await show("documents-ready");
		await started(add.addBeside);
		await item.getByText(add.storedAs.new, { exact: false }).waitFor();
		expect(await calls("POST /api/knowledge/documents")).toMatchObject([{ files: ["how we order.md"] }]);
	});

	test("keep a refused file with its reason, and the rest in hand when the room is full", async () => {
		await show("documents-ready");
		const list = page.getByRole("list", { name: add.picked });
		await files(page, "picture.png", "again.md", "full.pdf", "last.md");
		await page.locator("input[type=file]").setInputFiles([{ name: "empty.txt", mimeType: "", buffer: Buffer.alloc(0) }]);
		await domainField(page).fill("harbour-kitchen.example");
		await press(page, add.submit(4));
		await page
			.getByRole("alert")
			.getByText(knowledgeText.refusals["LIMIT_REACHED"] ?? "")
			.waitFor();
		const words = await list.getByRole("listitem").allTextContents();
		expect(words.map((each) => each.replace(/^.*? · /, ""))).toEqual([
			`${knowledgeText.refusals["UNSUPPORTED_MEDIA_TYPE"]}${add.takeOut}`,
			`${add.storedAs.there}${documents.open}`,
			`${add.states.picked}${add.takeOut}`,
			`${add.states.picked}${add.takeOut}`,
			`${add.problems.empty}${add.takeOut}`,
		]);
	});

	test("take a dropped file, and a text with its title", async () => {
		await show("documents-ready");
		const transfer = await page.evaluateHandle(() => {
			const dropped = new DataTransfer();
			dropped.items.add(new File(["# Dropped"], "dropped.md"));
			return dropped;
		});
		const place = page.getByText(add.drop, { exact: true });
		await place.dispatchEvent("dragover", { dataTransfer: transfer });
		await place.dispatchEvent("drop", { dataTransfer: transfer });
		await page.getByRole("list", { name: add.picked }).getByText("dropped.md").waitFor();
		await from(page, "text");
		await textField(page, add.content).fill("Ask before you order.");
		await press(page, add.submit(1));
		await page.getByText(add.problems.noName).waitFor();
		await textField(page, add.name).fill("Orders");
		await domainField(page).fill("co.uk");
		await press(page, add.submit(1));
		await page.getByText("co.uk is a public suffix").waitFor();
		await domainField(page).fill("acme.co.uk");
		await textField(page, add.path).fill("/orders");
		await press(page, add.submit(1));
		await page.getByText(add.added("Orders")).waitFor();
		expect((await calls("POST /api/knowledge/documents")).at(-1)).toEqual({
			body: {
				scope: "org",
				title: "Orders",
				pathPrefix: "/orders",
				domain: "acme.co.uk",
				content: "Ask before you order.",
				format: "markdown",
			},
		});
	});

	test("fetch an address, and say at the field why one is refused", async () => {
		await show("documents-ready");
		await from(page, "address");
		await textField(page, add.url).fill("example.com");
		await press(page, add.submit(1));
		await page.getByText(add.problems.badAddress).waitFor();
		await textField(page, add.url).fill("http://10.0.0.1/");
		await press(page, add.submit(1));
		await page.getByText("must be a public address").waitFor();
		await textField(page, add.url).fill("https://example.com/handbook");
		await press(page, add.submit(1));
		await page.getByText(add.fetched("example.com")).waitFor();
		expect((await calls("POST /api/knowledge/documents")).at(-1)).toEqual({ body: { scope: "org", url: "https://example.com/handbook" } });
	});

	test("follow a document from stage to stage until it is ready, and then ask no more", async () => {
		await show("documents-reading");
		const row = page.getByRole("row").filter({ hasText: "Returns" });
		await row.getByText(documents.stages.storing).waitFor();
		await row.getByText(documents.statuses.ready, { exact: true }).waitFor();
		await row.getByText(documents.chunksCount(7)).waitFor();
		expect(await calls("GET /api/knowledge/documents/:id")).toHaveLength(2);
	});

	test("say what to do about each way in which reading fails", async () => {
		await show("documents-failed");
		for (const [code, sentence] of Object.entries(documents.failures))
			await page.getByRole("row").filter({ hasText: code }).getByText(sentence).waitFor();
	});

	test("allow the domain of a silent document", async () => {
		await show("documents-ready");
		await press(page, domains.allowAction("*.travel.example.com"));
		await confirm(domains.allow);
		await page.getByText(domains.allowed(["*.travel.example.com"])).waitFor();
		expect(await calls("POST /api/knowledge/domains")).toEqual([{ body: { pattern: "*.travel.example.com" } }]);
	});

	test("open a document, show its chunks as text, replace it, and delete it after a question", async () => {
		await show("documents-ready");
		await press(page, documents.actionsFor("How we order"));
		await page.getByRole("menuitem", { name: documents.open, exact: true }).click();
		await page.getByRole("heading", { level: 1, name: "How we order" }).waitFor();
		await page.getByText("<b>not markup</b>").waitFor();
		await page
			.getByText(`${documents.chunk(1)} · ${documents.section("Before you order")} · ${documents.page(1)}`, { exact: false })
			.waitFor();
		expect(await focused()).toContain("How we order");
		await press(page, documents.replace);
		await files(page, "newer.pdf");
		await press(page, add.replace);
		await page.getByText(add.replaced("How we order")).waitFor();
		await page.getByText(documents.stages.waiting).waitFor();
		await page.getByText(documents.olderSearched).waitFor();
		const params = { id: documentId("a") };
		const put = await calls("PUT /api/knowledge/documents/:id");
		expect(put).toEqual([{ params, query: { scope: "org" }, body: {}, files: ["newer.pdf"] }]);
		await press(page, documents.remove);
		await dialog().getByText(documents.removeTitle("How we order")).waitFor();
		await confirm(documents.removeConfirm);
		await page.getByRole("heading", { level: 1, name: documents.title }).waitFor();
		await page.getByText(documents.removed("How we order")).waitFor();
		expect(await calls("DELETE /api/knowledge/documents/:id")).toEqual([{ params, query: { scope: "org" } }]);
	});

	test("change the title of a document without a new content, and ask for something when nothing is given", async () => {
		await show("document-replace");
		await press(page, add.replace);
		await page.getByText(add.problems.noChange).waitFor();
		await textField(page, add.name).fill("How we buy");
		await press(page, add.replace);
		await page.getByText(add.renamed("How we order")).waitFor();
		const params = { id: documentId("a") };
		expect(await calls("PUT /api/knowledge/documents/:id")).toEqual([{ params, query: { scope: "org" }, body: { title: "How we buy" } }]);
	});

	test("ask before the page closes while a file is on its way, and not afterwards", async () => {
		await show("documents-ready");
		const isAsked = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
		await files(page, "slow.pdf");
		await domainField(page).fill("harbour-kitchen.example");
		expect(await isAsked()).toBe(false);
		await press(page, add.submit(1));
		await page.getByRole("progressbar").waitFor();
		expect(await isAsked()).toBe(true);
		await press(page, add.cancelOf("slow.pdf"));
		await page.getByText(add.states.cancelled).waitFor();
		await expect.poll(isAsked).toBe(false);
	});

	test("tell in a failed newer version what is wrong, and that the one before is searched", async () => {
		await show("document-newer-failed");
		await page.getByText(documents.failures.ENCRYPTED, { exact: false }).waitFor();
		await page.getByText(documents.olderKept, { exact: false }).waitFor();
		await page.getByText(documents.chunksCount(12)).waitFor();
	});

	test("keep public documents to operators", async () => {
		await show("documents-public");
		await page.getByText(documents.scopeNote).waitFor();
		await page.getByText(documents.everySite, { exact: true }).waitFor();
		await page.getByText(documents.scopes.org, { exact: true }).click();
		await expect.poll(() => page.getByText(documents.scopeNote).count()).toBe(0);
		await show("documents-ready");
		expect(await page.getByText(documents.scopes.public, { exact: true }).count()).toBe(0);
	});

	test("show a member no form of an admin's page", async () => {
		await show("domains-forbidden");
		await page.getByText(consoleText.problem.forbidden).waitFor();
		expect(await page.getByRole("textbox").count()).toBe(0);
		expect(await told()).toEqual([]);
	});

	test("inspect what a page has: chunks in their order with citations, and links to documents that one may open", async () => {
		await show("inspector-first");
		await textField(page, inspector.url).fill("harbour-kitchen.example");
		await page.keyboard.press("Enter");
		await page.getByText(domains.addressMissing).waitFor();
		await textField(page, inspector.url).fill("https://harbour-kitchen.example/checkout");
		await textField(page, inspector.query).fill("pay the order");
		await page.keyboard.press("Enter");
		await page.getByText(inspector.score("0.0328")).waitFor();
		expect(await page.getByRole("link", { name: inspector.open }).count()).toBe(1);
		expect(await page.getByRole("link", { name: inspector.open }).getAttribute("href")).toBe(`#/documents/${documentId("a")}`);
		await page.getByText("How we order, Checkout, page 2", { exact: true }).waitFor();
		expect(await calls("GET /api/knowledge/resolve")).toEqual([
			{ query: { url: "https://harbour-kitchen.example/checkout", query: "pay the order" } },
		]);
		for (const [state, code] of [
			["inspector-limited", "RATE_LIMIT"],
			["inspector-failed", "INTERNAL_ERROR"],
			["inspector-unavailable", "SERVICE_UNAVAILABLE"],
		] as const) {
			await show(state);
			await page
				.getByText(inspector.problems[code] ?? "")
				.first()
				.waitFor();
		}
	});

	test("show the knowledge of a step to admins who ask for it, and nothing of it to others", async () => {
		await show("trace-knowledge");
		expect(await calls("GET /api/agent/tasks/:taskId/actions/:stepIndex/knowledge")).toEqual([]);
		await press(page, step.show);
		const link = page.getByRole("link", { name: "How we order, Checkout, page 2" });
		expect(await link.getAttribute("href")).toBe(`#/documents/${documentId("a")}`);
		await page.getByRole("button", { name: /Step 2/ }).click();
		await press(page, step.show);
		await page.getByText(`${step.none} ${step.noOrg}`).waitFor();
		await show("trace");
		await page.getByText(tracesText.gate, { exact: true }).waitFor();
		expect(await page.getByText(step.title).count()).toBe(0);
		expect(await page.getByRole("button", { name: howTo.make }).count()).toBe(0);
	});

	test("make a how-to of a task: read, correct, store, and lead to the document", async () => {
		await show("trace-knowledge");
		await press(page, howTo.make);
		const editor = page.getByRole("dialog");
		await editor.getByText(howTo.told(3, 1), { exact: false }).waitFor();
		await editor.getByText(howTo.private).waitFor();
		await field(page, howTo.content).fill("# Order\n\n1. Open **Checkout**\n\n<i>text</i>");
		await editor.getByText(howTo.views.preview, { exact: true }).click();
		expect(await page.getByRole("region", { name: howTo.preview }).textContent()).toBe("Order1.Open Checkout<i>text</i>");
		await domainField(page).fill("silent.example.com");
		await press(page, howTo.save);
		await editor.waitFor({ state: "hidden" });
		await page.getByText(howTo.silent("silent.example.com"), { exact: false }).waitFor();
		expect(await page.getByRole("link", { name: howTo.open }).getAttribute("href")).toBe(`#/documents/${documentId("n")}`);
		expect(await calls("POST /api/knowledge/documents")).toEqual([
			{
				body: {
					scope: "org",
					title: "Order a kettle",
					domain: "silent.example.com",
					pathPrefix: "/",
					format: "markdown",
					content: "# Order\n\n1. Open **Checkout**\n\n<i>text</i>",
				},
			},
		]);
	});
});
