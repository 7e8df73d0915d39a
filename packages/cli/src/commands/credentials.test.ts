import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { credentialsFile, credentialsFor, removeCredentials, storeCredentials } from "./credentials.ts";

const key = `whk_${"a".repeat(43)}`;
const other = `whk_${"b".repeat(43)}`;
const url = "https://a.example";

function folder() {
	const made = mkdtempSync(join(tmpdir(), "webhand-credentials-"));
	onTestFinished(() => rmSync(made, { recursive: true, force: true }));
	return { XDG_CONFIG_HOME: made };
}

test("a stored key is read by its user alone, also where a copy was open to others", () => {
	const environment = folder();
	const file = credentialsFile(environment);
	storeCredentials(file, { url, key });
	expect(statSync(file).mode & 0o777).toBe(0o600);
	chmodSync(file, 0o644);
	expect(credentialsFor(environment, undefined)).toEqual({ url, key });
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(removeCredentials(file)).toBe(true);
	expect(removeCredentials(file)).toBe(false);
});

test("a stored key goes to its own server alone", () => {
	const environment = folder();
	storeCredentials(credentialsFile(environment), { url, key });
	expect(() => credentialsFor(environment, "https://evil.example")).toThrow("There is no key for https://evil.example");
	expect(() => credentialsFor({ ...environment, WEBHAND_URL: "https://evil.example" }, undefined)).toThrow("There is no key");
	expect(credentialsFor({ ...environment, WEBHAND_API_KEY: other }, "https://b.example")).toEqual({ url: "https://b.example", key: other });
});

test("what is missing or damaged is named, and never printed", () => {
	const environment = folder();
	expect(() => credentialsFor(environment, undefined)).toThrow("No server is known");
	expect(() => credentialsFor({ ...environment, WEBHAND_API_KEY: "secret-word", WEBHAND_URL: url }, undefined)).toThrow(
		/^(?!.*secret-word)/,
	);
	const file = credentialsFile(environment);
	storeCredentials(file, { url, key });
	writeFileSync(file, readFileSync(file, "utf8").slice(0, 60));
	expect(() => credentialsFor(environment, undefined)).toThrow("is damaged");
});
