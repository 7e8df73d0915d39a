import { expect, test } from "vitest";
import { useStage } from "./content-script.ts";

const stage = useStage();
const value = "hearth-1843";
const fields = '<label>Account <input name="a" autocomplete="username"></label><label>Word <input id="word" type="password"></label>';
const elsewhere = "https://evil.example/take";

async function opened(body: string) {
	const { page, ask } = await stage.open(body);
	const { origin } = new URL(page.url());
	const login = (order: object, wanted = origin) => ask({ type: "page_login", origin: wanted, order });
	return { page, ask, login, fill: (wanted?: string) => login({ do: "fill", part: "password", value }, wanted) };
}

test("a login goes into no document of another origin, and into no form that the markup sends to one", async () => {
	const { page, fill } = await opened(`<form id="form" method="post">${fields}</form>`);
	const refused: unknown[] = [await fill("https://shop.example"), await fill(new URL(page.url().replace("127.0.0.1", "localhost")).origin)];
	const without = await page.evaluate("form.outerHTML");
	const dangers = [
		`form.action = "${elsewhere}"`,
		`form.innerHTML += '<button formaction="${elsewhere}">Go</button>'`,
		`form.innerHTML += '<input type="image" alt="Go" formaction="${elsewhere}">'`,
		`form.outerHTML += '<input type="image" alt="Go" form="form" formaction="${elsewhere}">'`,
		`form.innerHTML += '<input name="action" value="/">'; form.setAttribute("action", "${elsewhere}")`,
	];
	for (const danger of dangers) {
		await page.evaluate(
			`form.outerHTML = ${JSON.stringify(without)}; document.querySelectorAll("[formaction]").forEach((one) => one.remove()); ${danger}`,
		);
		refused.push(await fill());
	}
	const isOther = { parts: [], problem: "The page is of another site" };
	expect(refused.splice(0, 2)).toEqual([isOther, isOther]);
	expect(refused).toEqual(dangers.map(() => ({ parts: [], problem: "The form sends to another site" })));
	expect(await page.evaluate("word.value")).toBe("");
});

test("the field of a login stays secret in its document, whoever reads that and whatever type the page gives it, and no picture shows the value", async () => {
	const { page, ask, login, fill } = await opened(`<form>${fields}</form><p id="said"></p>`);
	expect(await login({ do: "find" })).toEqual({ parts: ["username", "password"] });
	expect(await fill()).toEqual({ parts: ["password"] });
	expect(await page.evaluate("word.value")).toBe(value);
	await page.evaluate('word.type = "text"; said.textContent = word.value');
	const { text, docEpoch } = (await ask({ type: "page_read", firstId: 1, isReset: true })) as { text: string; docEpoch: string };
	expect(/<\w+ \d+\*? "Word".*>/.exec(text)?.[0]).toMatch(/ filled/);
	expect(text.split("\n").find((line) => line.includes('"Word"'))).not.toContain(value);
	const { secrets } = (await ask({ type: "page_picture", docEpoch })) as { secrets: readonly object[] };
	expect(secrets).toHaveLength(2);
});
