import { fileURLToPath } from "node:url";
import { startProcess } from "@webhand/testing/processes";
import { describe, expect } from "vitest";
import { resetPassword } from "../src/people/reset.ts";
import { newAddress, openDatabase, settings, startAuth, test } from "./fixture.ts";
import { bodyOf, strong, tokenIn } from "./people-fixture.ts";

/** Runs the operator command. @returns its output and exit code */
async function command(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
	const entry = fileURLToPath(new URL("../src/operator.ts", import.meta.url));
	const ran = await startProcess({
		name: "operator",
		command: process.execPath,
		args: ["--conditions=@webhand/source", entry, ...args],
		env,
	});
	const { code } = await ran.ended;
	return { code, output: ran.output() };
}

describe("the operator command", () => {
	test("makes a first operator on an empty database, who sets a password and signs in", async ({ mongo, redis }) => {
		const own = openDatabase(mongo);
		const env = { MONGODB_URI: own.uri, PUBLIC_URL: "https://agent.example.com", PERSONAL_TENANTS: "off" };
		const { output } = await command(env, "Root@Example.com");
		const [link = ""] = /https:\/\/agent\.example\.com\/invite\/\S+/.exec(output) ?? [];
		const auth = await startAuth(settings({ mongoUri: own.uri, redisUrl: redis.url }, { PERSONAL_TENANTS: "off" }));
		try {
			const password = strong();
			const caller = { ip: newAddress(), userAgent: "", requestId: "test" };
			expect(await resetPassword(auth.deps.people, { token: tokenIn(link), password }, caller)).toEqual({ kind: "reset" });
			const signIn = await auth.signIn({ email: "root@example.com", password });
			expect([signIn.tenantKind, signIn.roles]).toEqual(["organization", ["member", "admin", "operator"]]);
			// The settings name an operator, too; they count on a database without any.
			const found = await auth.call("GET", "/api/v1/auth/users", { token: signIn.accessToken });
			expect(await bodyOf(found, 200)).toMatchObject({ total: 1 });
		} finally {
			await auth.close();
			await own.drop();
		}
	});

	test("without an email, or with a wrong setting, it says what to do", async () => {
		expect(await command({})).toEqual({ code: 1, output: expect.stringContaining("Name one email") });
		expect(await command({}, "a@example.com")).toEqual({ code: 1, output: expect.stringContaining("MONGODB_URI: is missing") });
	});
});
