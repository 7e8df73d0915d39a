import { long } from "@webhand/testing/long";
import { expect } from "vitest";
import { test } from "../fixtures.ts";
import { signIn } from "../panel.ts";

test(
	"what is wrong with a typed server or email is said at its field, in the same words in sign-in and settings",
	long,
	async ({ browser, ready }) => {
		const { panel } = await browser.open(ready.demoUrl);
		const answerOf = async (server: string, email = "ada@example.com") => {
			await panel.getByLabel("Server", { exact: true }).fill(server);
			await panel.getByLabel("Email").fill(email);
			await panel.getByLabel("Password").fill("not the right one");
			await panel.getByRole("button", { name: "Sign in", exact: true }).click();
			return (text: string) => panel.getByText(text).waitFor();
		};
		const settings = await browser.context.newPage();
		await settings.goto(new URL("/options.html#/settings", panel.url()).href);
		const isTestedAs = async (server: string, text: string) => {
			await settings.getByLabel("Server", { exact: true }).last().fill(server);
			await settings.getByRole("button", { name: "Test" }).click();
			await settings.getByText(text).waitFor();
		};
		const sentences = [
			["", "Fill in this field."],
			["http://agent.example.com", "http is only allowed on this computer. Use https."],
			["http://127.0.0.1:9", "Nothing answers at this address. Check the address and whether the server is running."],
			[ready.demoUrl, "Something answers there (status 404), but it is not Webhand."],
		] as const;
		for (const [server, sentence] of sentences) {
			await (await answerOf(server))(sentence);
			await isTestedAs(server, sentence);
		}
		await (await answerOf(ready.url, "notanemail"))("This is not an email address. Write it like ada@example.com.");
	},
);

test("another server is saved only after it was tried and the user agreed to be signed out", long, async ({ browser, ready, member }) => {
	const { panel } = await browser.open(ready.demoUrl);
	await signIn(panel, { url: ready.url, member });
	const settings = await browser.context.newPage();
	await settings.goto(new URL("/options.html#/settings", panel.url()).href);
	const server = settings.getByLabel("Server", { exact: true }).last();
	await settings.getByRole("button", { name: "Test" }).click();
	await settings.getByText("You are signed in.").waitFor();
	await settings.getByText("Sites where Webhand may act").waitFor();
	await server.fill("http://127.0.0.1:9");
	await settings.getByText("You are signed in.").waitFor({ state: "detached" });
	await settings.getByRole("button", { name: "Save" }).click();
	const dialog = settings.getByRole("alertdialog");
	await dialog.getByText("Nothing answers at this address.").waitFor();
	await dialog.getByText(`You will be signed out of ${ready.url}.`).waitFor();
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await dialog.waitFor({ state: "hidden" });
	expect(await panel.getByLabel("What should be done on this page?").isVisible()).toBe(true);
	await settings.getByRole("button", { name: "Save" }).click();
	await dialog.getByRole("button", { name: "Change the server" }).click();
	await settings.getByText("Saved. Sign in there.").waitFor();
	await panel.getByText("The server was changed. Sign in there.").waitFor();
	expect(await settings.getByText("Sites where Webhand may act").count()).toBe(0);
	expect(await settings.getByText("Nothing answers at this address.").count()).toBe(0);
});
