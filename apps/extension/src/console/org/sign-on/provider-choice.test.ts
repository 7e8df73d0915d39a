import { Provider } from "@webhand/contracts/auth/provider";
import { expect, test } from "vitest";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { consoleText } from "../../words.ts";
import { organizationText } from "../words.ts";
import { atProviderFields, isSecretKept, providerFormOf, providerOf, wrongIn } from "./provider-choice.ts";

const issuer = "https://login.example.com";
const provider = Provider.parse({
	issuer,
	clientId: "webhand",
	hasSecret: true,
	domains: ["example.com", "example.org"],
	unprovedDomains: [],
	domainRecord: "webhand-organization=org_1",
	redirectUri: "https://webhand.example.com/api/v1/auth/provider/callback",
});
const form = providerFormOf(provider);
const problem: ServerProblem = {
	kind: "invalid",
	code: "VALIDATION_ERROR",
	message: "",
	requestId: undefined,
	details: {},
	fields: { issuer: "must be https", "domains.1": "must be a domain" },
};

test("an empty secret is not sent, so that the stored one is kept; a public client drops it", () => {
	expect(providerOf(form)).toEqual({ issuer, clientId: "webhand", domains: ["example.com", "example.org"] });
	expect(providerOf({ ...form, clientSecret: "new" })).toMatchObject({ clientSecret: "new" });
	expect(providerOf({ ...form, clientSecret: "typed before", hasNoSecret: true })).toMatchObject({ clientSecret: null });
});

test("domains may stand on lines or be divided by commas", () => {
	expect(providerOf({ ...form, domains: " example.com,\n\nexample.net ;a.org" }).domains).toEqual(["example.com", "example.net", "a.org"]);
});

test("a secret is kept only while the issuer stays", () => {
	expect(isSecretKept(form, provider)).toBe(true);
	expect(isSecretKept({ ...form, issuer: "https://other.example.com" }, provider)).toBe(false);
	expect(isSecretKept(form, null)).toBe(false);
});

test("what cannot be sent is told before anybody is asked to confirm it", () => {
	const { wanted } = organizationText.provider;
	const empty = providerFormOf(null);
	expect(wrongIn(form, provider)).toBeNull();
	expect(wrongIn(empty, null)?.fields).toEqual({ issuer: wanted.issuer, clientId: wanted.clientId, clientSecret: wanted.clientSecret });
	expect(wrongIn({ ...form, issuer: "nonsense", domains: "example.com\nno domain!" }, provider)?.fields).toMatchObject({
		issuer: wanted.issuer,
		domains: wanted.domains,
	});
});

test("a secret that was forgotten makes no public client", () => {
	const moved = { ...form, issuer: "https://other.example.com" };
	expect(wrongIn(moved, provider)?.fields).toEqual({ clientSecret: organizationText.provider.wanted.clientSecret });
	expect(wrongIn({ ...moved, hasNoSecret: true }, provider)).toBeNull();
});

test.for([
	["a refused request", {}, { issuer: "must be https", domains: "must be a domain" }],
	[
		"a domain of another organization",
		{ kind: "refused", code: "DOMAIN_TAKEN" },
		{ domains: consoleText.problem.refusals["DOMAIN_TAKEN"] },
	],
	[
		"a silent provider",
		{ kind: "refused", code: "PROVIDER_UNREACHABLE", message: "The provider does not answer. Check the issuer" },
		{ issuer: "The provider does not answer. Check the issuer" },
	],
	["a failed server", { kind: "refused", code: "INTERNAL_ERROR" }, {}],
] as const)("%s is told at its field", ([_name, part, expected]) => {
	expect(atProviderFields({ ...problem, ...part }).fields).toMatchObject(expected);
});
