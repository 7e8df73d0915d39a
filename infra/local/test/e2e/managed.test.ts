import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@webhand/testing/binaries";
import { long } from "@webhand/testing/long";
import { zipSync } from "fflate";
import { chromium } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { packCrx, readKey, updateManifest } from "../../release/crx.ts";
import { withManifest } from "../../release/zip.ts";
import { buildGateway } from "../../stack/gateway/gateway.ts";

const version = "9.9.9";
/** Everything that keeps Chromium from looking for extensions and their updates. */
const quiet = ["--disable-extensions", "--disable-background-networking", "--disable-component-update"];

function zipOf(folder: string): Buffer {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const entries = files.map(({ parentPath, name }) => {
		const path = join(parentPath, name);
		return [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))] as const;
	});
	return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** Chromium with a policy of its own: /etc is another one for it alone. */
function withPolicy(folder: string, policy: object): string {
	const etc = join(folder, "etc");
	mkdirSync(join(etc, "policies", "managed"), { recursive: true });
	writeFileSync(join(etc, "policies", "managed", "webhand.json"), JSON.stringify(policy));
	const program = join(folder, "chromium");
	// With `--die-with-parent` no browser outlives its test.
	writeFileSync(
		program,
		`#!/bin/sh\nexec bwrap --die-with-parent --dev-bind / / --bind "${etc}" /etc/chromium ${findProgram("chromium")} "$@"\n`,
	);
	chmodSync(program, 0o755);
	return program;
}

test("Chromium installs the extension by policy from the gateway, and what the organization fixed is shown as fixed", {
	...long,
	timeout: 120_000,
}, async () => {
	const folder = mkdtempSync(join(tmpdir(), "webhand-managed-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const key = readKey(generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString());
	const extensionFiles = join(folder, "extension");
	mkdirSync(extensionFiles);
	const gateway = buildGateway({ upstreams: {}, logLevel: "silent", extensionFiles });
	onTestFinished(() => gateway.close());
	const url = await gateway.listen({ port: 0, host: "127.0.0.1" });
	const updates = `${url}/extension/updates.xml`;
	const signed = withManifest(zipOf(inject("ready").extensionDir), (manifest) => ({
		...manifest,
		version,
		key: key.publicKey,
		update_url: updates,
	}));
	writeFileSync(join(extensionFiles, "webhand.crx"), packCrx(signed.zip, key));
	writeFileSync(join(extensionFiles, "updates.xml"), updateManifest({ id: key.id, version, codebase: `${url}/extension/webhand.crx` }));

	const fixed = { serverUrl: "https://agent.corp.example", organizationSignIn: true, allowedSites: ["crm.corp.example"] };
	const executablePath = withPolicy(folder, {
		ExtensionSettings: { [key.id]: { installation_mode: "force_installed", update_url: updates } },
		"3rdparty": { extensions: { [key.id]: fixed } },
	});
	const context = await chromium.launchPersistentContext(join(folder, "profile"), {
		executablePath,
		headless: false,
		ignoreDefaultArgs: quiet,
		args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--headless=new"],
	});
	onTestFinished(() => context.close());
	const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: 60_000 }));
	expect(new URL(worker.url()).host).toBe(key.id);
	const page = await context.newPage();
	await page.goto(`chrome-extension://${key.id}/options.html`);
	const server = page.getByRole("textbox", { name: "Server" });
	await expect.poll(() => server.inputValue(), { timeout: 20_000 }).toBe(fixed.serverUrl);
	expect(await server.getAttribute("readonly")).not.toBeNull();
	await page.getByText("Set by your organization.").waitFor();
	expect(await page.getByLabel("Password").count()).toBe(0);
});
