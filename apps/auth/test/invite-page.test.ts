import { createHash, randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { launchChromium } from "@webhand/testing/chromium";
import { describe, expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { test as base, newAddress, settings, startAuth, users } from "./fixture.ts";
import { bodyOf, invite, makeOrganization, strong, tokenIn } from "./people-fixture.ts";

const test = base.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
	const browser = await launchChromium();
	onCleanup(() => browser.close());
	return browser;
});

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** A page with scripts off, as wide as a small phone. */
async function openPage(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}) {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 800 }, ...options });
	context.setDefaultTimeout(10_000);
	return context.newPage();
}

const pathOf = (link: string) => new URL(link).pathname;
const inviteNew = async (auth: TestAuth, wish: { name?: string; role?: string } = {}) =>
	invite(auth, await auth.signIn(users.admin), { email: `new-${randomUUID().slice(0, 8)}@example.com`, ...wish });
const formToken = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";

/** Sends the form as a browser does, from an address of its own. */
async function submit(
	auth: TestAuth,
	path: string,
	fields: Readonly<Record<string, string>>,
	headers: Readonly<Record<string, string>> = {},
) {
	return fetch(new URL(path, auth.url), {
		method: "POST",
		redirect: "manual",
		body: new URLSearchParams(fields),
		headers: { "x-forwarded-for": newAddress(), ...headers },
	});
}

describe("the page of an invite, as bytes", () => {
	test("has exactly these headers, and reading it twice changes nothing", async ({ auth }) => {
		const { link } = await inviteNew(auth);
		await auth.call("GET", pathOf(link));
		const reply = await auth.call("GET", pathOf(link));
		const page = await reply.text();
		const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
		const styleHash = createHash("sha256").update(style).digest("base64");
		expect(Object.fromEntries(reply.headers)).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
			"referrer-policy": "no-referrer",
			"x-content-type-options": "nosniff",
			"cache-control": "no-store",
			vary: "Origin, Accept-Language",
		});
		expect(page).not.toMatch(/<script|javascript:| on\w+=| style="/);
		expect(page.match(/<h1>/g)).toHaveLength(1);
	});

	test.for([
		["nobody said where the extension is", undefined, "the folder that you got from whoever runs this server"],
		["it is a folder", "/srv/webhand/<chrome>", "<code>/srv/webhand/&lt;chrome&gt;</code>"],
		["it is a page of the store", "https://store.example/webhand?a=1&b=2", 'href="https://store.example/webhand?a=1&amp;b=2"'],
	] as const)("the start page shows the way in where %s", async ([, EXTENSION_SOURCE, expected], { mongo, redis }) => {
		const source = EXTENSION_SOURCE === undefined ? {} : { EXTENSION_SOURCE };
		const auth = await startAuth({ ...settings({ mongoUri: mongo.uri, redisUrl: redis.url }), ...source });
		try {
			const reply = await auth.call("GET", "/");
			expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
			const page = await reply.text();
			expect(page).toContain(expected);
			expect(page).toContain("<code>http://127.0.0.1:8787</code>");
			expect(page).not.toMatch(/<script|javascript:| style="/);
		} finally {
			await auth.close();
		}
	});

	test.for([
		["German for de-AT, en;q=0.5", "de-AT, en;q=0.5", "", "de", "Kettles Ltd beitreten", ">English</a>"],
		["English for fr", "fr", "", "en", "Join Kettles Ltd", ">Deutsch</a>"],
		["English for who chose it", "de", "?language=en", "en", "Join Kettles Ltd", 'href="/?language=en"'],
		["German for who chose it", "en", "?language=de", "de", "Kettles Ltd beitreten", 'href="/?language=de"'],
		["that of the browser for an unknown choice", "de", "?language=tlh", "de", "Kettles Ltd beitreten", 'href="/"'],
	] as const)("is %s, and offers the other language", async ([, accepted, query, language, title, link], { auth }) => {
		const invited = await inviteNew(auth);
		const reply = await auth.call("GET", `${pathOf(invited.link)}${query}`, { headers: { "accept-language": accepted } });
		const page = await reply.text();
		expect(page).toContain(`<html lang="${language}">`);
		expect(page).toContain(`<h1>${title}</h1>`);
		expect(page).toContain(`<a href="?language=${language === "de" ? "en" : "de"}"`);
		expect(page).toContain(link);
		expect(page).not.toContain(tokenIn(invited.link));
		expect(reply.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^' ]+'; form-action 'self'/);
	});

	test("a chosen language stays: what is wrong with the form, then the done page", async ({ auth }) => {
		const { link } = await inviteNew(auth);
		const path = `${pathOf(link)}?language=de`;
		const form = formToken(await (await auth.call("GET", path)).text());
		const weak = await (await submit(auth, path, { form, name: "", password: "kettles ltd 1", repeat: "kettles ltd 2" })).text();
		for (const words of ["<title>Fehler: ", "2 Angaben stimmen nicht", "Geben Sie Ihren Namen ein", "sind verschieden"])
			expect(weak).toContain(words);
		const near = await (await submit(auth, path, { form, name: "Ada", password: "kettles ltd 1", repeat: "kettles ltd 1" })).text();
		expect(near).toContain("Das Passwort ähnelt Ihrer E-Mail-Adresse");
		const password = strong();
		const joined = await submit(auth, path, { form, name: "Ada", password, repeat: password });
		expect([joined.status, joined.headers.get("location")]).toEqual([303, "/invite/done?language=de"]);
		expect(await (await auth.call("GET", "/invite/done?language=de")).text()).toContain("<h1>Alles bereit</h1>");
		const gone = await auth.call("GET", path);
		expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining("Dieser Link funktioniert nicht mehr")]);
	});

	test("the pages of a sign-in through a provider follow the browser as well", async ({ auth }) => {
		const headers = { "accept-language": "de-CH" };
		const done = await auth.call("GET", "/api/v1/auth/provider/done", { headers });
		expect(done.headers.get("vary")).toMatch(/Accept-Language$/);
		expect(await done.text()).toMatch(/<html lang="de">.*<h1>Sie sind angemeldet<\/h1>/s);
		const failed = await (await auth.call("GET", "/api/v1/auth/provider/callback?state=unknown&code=x", { headers })).text();
		expect(failed).toMatch(/<html lang="de">.*Diese Anmeldung wurde schon benutzt.*Anfrage /s);
	});

	test("markup in names stays text", async ({ auth }) => {
		const { operator } = await makeOrganization(auth, []);
		const hostile = `"><script>alert('&')</script>`;
		const made = await auth.call("POST", "/api/v1/orgs", { token: operator.accessToken, body: { name: hostile } });
		const { organization } = await bodyOf<{ organization: { id: string } }>(made, 201);
		const { link } = await invite(auth, operator, { email: `m-${randomUUID()}@example.com`, name: hostile, orgId: organization.id });
		const page = await (await auth.call("GET", pathOf(link))).text();
		expect(page).not.toContain("<script");
		expect(page).toContain("&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;");
	});

	test("a used, a revoked and an unknown link look the same, and so do forms sent to them", async ({ auth }) => {
		const { link } = await inviteNew(auth);
		const fields = { form: formToken(await (await auth.call("GET", pathOf(link))).text()), name: "Ada" };
		const password = strong();
		expect((await submit(auth, pathOf(link), { ...fields, password, repeat: password })).status).toBe(303);
		const used = await auth.call("GET", pathOf(link));
		const unknown = await auth.call("GET", "/invite/nonsense");
		expect([used.status, unknown.status]).toEqual([410, 410]);
		const page = await used.text();
		expect(await unknown.text()).toBe(page);
		const late = await submit(auth, pathOf(link), { ...fields, password, repeat: password });
		expect([late.status, await late.text()]).toEqual([410, page]);
	});

	test.for([
		["the origin of another site", { origin: "https://evil.example" }, {}, 403],
		["our address with another port", { origin: "http://127.0.0.1:1" }, {}, 403],
		["no token of the form", {}, { form: "" }, 403],
		["the token of another form", {}, { form: "a".repeat(43) }, 403],
		["our own origin", { origin: "http://127.0.0.1:8787" }, {}, 303],
		["the origin null, which no-referrer makes", { origin: "null" }, {}, 303],
		["no origin", {}, {}, 303],
	] as const)("a form with %s", async ([, headers, change, status], { auth }) => {
		const { link } = await inviteNew(auth);
		const form = formToken(await (await auth.call("GET", pathOf(link))).text());
		const password = strong();
		const reply = await submit(auth, pathOf(link), { form, name: "Ada", password, repeat: password, ...change }, headers);
		expect([reply.status, reply.headers.get("location")]).toEqual([status, status === 303 ? "/invite/done" : null]);
		expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
	});

	test("the link's secret stands in no log line and no metric", async ({ auth }) => {
		const { link } = await inviteNew(auth);
		await auth.call("GET", pathOf(link));
		await submit(auth, pathOf(link), { form: "x", password: "leaked canary" });
		await auth.call("POST", "/api/v1/auth/invites/accept", { body: { token: tokenIn(link), password: "short" } });
		const metrics = await (await auth.call("GET", "/metrics")).text();
		for (const text of [auth.logged(), metrics]) {
			expect(text).toContain("/invite/:token");
			expect(text).not.toContain(tokenIn(link));
			expect(text).not.toContain("leaked canary");
		}
	});
});

describe("the page of an invite, in Chromium without scripts", () => {
	test("by keyboard alone: mend what is wrong, keep what was typed, join", async ({ mongo, redis, browser }) => {
		// Chromium posts to the address that it reads.
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }));
		const { link } = await inviteNew(auth, { role: "admin" });
		const page = await openPage(browser);
		try {
			await page.goto(new URL(pathOf(link), auth.url).href);
			const type = async (...texts: readonly string[]) => {
				for (const text of texts) {
					await page.keyboard.press("Tab");
					await page.keyboard.type(text);
				}
			};
			// The link to the other language comes first.
			await page.keyboard.press("Tab");
			await type("Ada <b>", "kettles ltd 1", "kettles ltd 1");
			await page.keyboard.press("Enter");
			await page.getByRole("alert").waitFor();
			expect(await page.title()).toMatch(/^Error: Join Kettles Ltd/);
			expect(await page.locator("#name").inputValue()).toBe("Ada <b>");
			expect(await page.locator("#password").inputValue()).toBe("");
			expect(await page.locator("#password").getAttribute("aria-invalid")).toBe("true");
			expect(await page.locator("#password").getAttribute("aria-describedby")).toBe("password-hint password-error");
			expect(await page.locator("#password-error").textContent()).toContain("close to your email");
			// The summary has the focus: one step on is the link to the field, and Enter goes there.
			await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			const password = strong();
			await page.keyboard.type(password);
			await type(password);
			await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			await page.waitForURL(/\/invite\/done/);
			expect(await page.locator("h1").textContent()).toBe("All set");
			// The panel asks for the server, and only this page tells it.
			expect(await page.locator("code").allTextContents()).toContain(new URL(link).origin);
		} finally {
			await page.context().close();
			await auth.close();
		}
	});

	test.for(["en", "de"] as const)(
		"in %s nothing is wrong for axe, in light and dark; nothing is cut off at 320 pixels and with letters of twice the size",
		async (language, { auth, browser }) => {
			const { link } = await inviteNew(auth, { name: "Ada" });
			const { operator, people } = await makeOrganization(auth, ["member"]);
			const known = await invite(auth, await auth.signIn(users.admin), { email: people[0]?.email ?? "" });
			const reset = await auth.call("POST", `/api/v1/auth/users/${people[0]?.signIn.user.id}/reset-link`, { token: operator.accessToken });
			const { link: resetLink } = await bodyOf<{ link: string }>(reset, 201);
			const page = await openPage(browser, { javaScriptEnabled: true, locale: language });
			const folder = process.env["WEBHAND_SCREENSHOTS"];
			const look = async (name: string) => {
				for (const colorScheme of ["light", "dark"] as const) {
					await page.emulateMedia({ colorScheme });
					const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
					expect(violations.map(({ id, nodes }) => `${name} ${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
					for (const width of folder === undefined ? [] : [1024, 320]) {
						await page.setViewportSize({ width, height: 800 });
						await page.screenshot({ path: `${folder}/invite-${name}-${language}-${colorScheme}-${width}.png`, fullPage: true });
					}
				}
				const overflow = () => page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
				expect(await overflow()).toBe(0);
				// At 200 % a window of 640 pixels shows 320 of them with letters twice as large.
				await page.setViewportSize({ width: 640, height: 800 });
				await page.evaluate("document.documentElement.style.fontSize = '200%'");
				expect(await overflow()).toBe(0);
				await page.evaluate("document.documentElement.style.fontSize = ''");
				await page.setViewportSize({ width: 320, height: 800 });
			};
			try {
				for (const [name, path] of [
					["join", pathOf(link)],
					["confirm", pathOf(known.link)],
					["reset", pathOf(resetLink)],
					["gone", "/invite/nonsense"],
					["done", "/invite/done"],
					["start", "/"],
				] as const) {
					await page.goto(new URL(path, auth.url).href);
					expect(await page.locator("html").getAttribute("lang")).toBe(language);
					await look(name);
				}
				await page.goto(new URL(pathOf(link), auth.url).href);
				await page.locator("#password").fill("short");
				await page.locator("#repeat").fill("shorter");
				await page.locator("#repeat").press("Enter");
				await page.getByRole("alert").waitFor();
				await look("problems");
			} finally {
				await page.context().close();
			}
		},
	);
});
