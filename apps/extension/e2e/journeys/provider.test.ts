import { join } from "node:path";
import { call } from "@webhand/client/call";
import { changeOrganizationRoute } from "@webhand/contracts/auth/orgs";
import { providerRoute, setProviderRoute } from "@webhand/contracts/auth/provider";
import { repositoryRoot } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { startProcess } from "@webhand/testing/processes";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { secondFactorText } from "../../src/kit/second-factor/words.ts";
import { accountText, signInText, tenantsText } from "../../src/panel/sign-in/words.ts";
import { test } from "../fixtures.ts";
import { as, login, newEmail, newOrganization } from "../people.ts";

const clientSecret = "client secret of the journey";

/** A real OpenID provider that lets everybody in. */
async function startProvider(redirectUri: string) {
	const script = join(repositoryRoot, "apps", "auth", "test", "oidc", "main.ts");
	const provider = await startProcess({ name: "oidc-provider", command: process.execPath, args: [script, redirectUri, clientSecret] });
	const [, issuer = ""] = await provider.printed(/listens on (\S+)/);
	return { issuer, stop: () => provider.stop() };
}

async function enterThroughProvider(panel: Page, url: string, email: string): Promise<void> {
	await panel.getByLabel("Server", { exact: true }).fill(url);
	await panel.getByLabel("Email").fill(email);
	await panel.getByRole("button", { name: signInText.withOrganization }).click();
}

test(
	"an organization asks for its provider and a second step: a member enrols an app, keeps the codes, and comes back with one",
	long,
	async ({ ready, browser }) => {
		const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
		const { orgId, admin } = await newOrganization(ready, "Frankenstein Ltd");
		const api = as(ready.url, (await login(ready, admin)).accessToken);
		const operator = as(ready.url, (await login(ready, ready.operator)).accessToken);
		const { redirectUri } = await call(api, providerRoute, { params: { orgId } });
		const provider = await startProvider(redirectUri);
		try {
			const body = { issuer: provider.issuer, clientId: "webhand", clientSecret, domains: [domain] };
			await call(operator, setProviderRoute, { params: { orgId }, body });
			await call(api, changeOrganizationRoute, { params: { orgId }, body: { secondFactor: "required" } });

			const email = newEmail("mary", domain);
			const { site, panel } = await browser.open(ready.demoUrl);
			await enterThroughProvider(panel, ready.url, email);
			await panel.getByRole("heading", { name: secondFactorText.enrol.title }).waitFor();
			await panel.getByRole("img", { name: secondFactorText.enrol.picture }).waitFor();
			const secret = (await panel.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? "";
			const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
			await panel.getByLabel(secondFactorText.code.label).fill("000000");
			await panel.getByRole("button", { name: secondFactorText.code.submit }).click();
			await panel.getByText(secondFactorText.code.wrong).waitFor();
			await panel.getByLabel(secondFactorText.code.label).fill(app.generate());
			await panel.getByRole("button", { name: secondFactorText.code.submit }).click();

			const codes = panel.getByRole("list", { name: secondFactorText.recovery.list }).getByRole("listitem");
			await codes.first().waitFor();
			const kept = await codes.allTextContents();
			expect(kept).toHaveLength(10);
			for (const code of kept) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
			await panel.getByText(secondFactorText.recovery.kept).click();
			await panel.getByRole("button", { name: secondFactorText.recovery.done }).click();
			const menu = panel.getByRole("button", { name: /account of/ });
			await menu.click();
			await panel.getByText(`Frankenstein Ltd · ${tenantsText.role.member}`).waitFor();
			// The provider's tab is gone, and the page is shown again.
			expect(browser.context.pages().map((page) => new URL(page.url()).origin)).not.toContain(provider.issuer);
			expect(await site.evaluate(() => document.visibilityState)).toBe("visible");

			await panel.getByRole("menuitem", { name: accountText.signOut }).click();
			await enterThroughProvider(panel, ready.url, email);
			await panel.getByRole("button", { name: secondFactorText.code.useRecovery }).click();
			await panel.getByLabel(secondFactorText.code.recoveryLabel).fill(kept[0] ?? "");
			await panel.getByRole("button", { name: secondFactorText.code.submit }).click();
			await menu.waitFor();
		} finally {
			await provider.stop();
		}
	},
);

test("a sign-in page that is closed leaves the panel at its form, which says so", async ({ ready, browser }) => {
	const { panel } = await browser.open(ready.demoUrl);
	await enterThroughProvider(panel, ready.url, newEmail("nobody", "nowhere.example"));
	await panel.getByText(signInText.noProvider).waitFor();
});
