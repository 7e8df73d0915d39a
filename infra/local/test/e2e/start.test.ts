import { expect, inject, test } from "vitest";
import { demoLimitMs, expectNothingLeft, startDemo } from "../fixture/demo.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Of the stack that all journeys share; the set-up of this project gives it. */
		ready: {
			readonly url: string;
			readonly demoUrl: string;
			readonly member: { readonly email: string; readonly password: string };
			readonly extensionDir: string;
		};
	}
}

// With the extension that all journeys use: building it again would remove it while their browsers run. How a demo fails is in ../faults.
test("npm start -- --exit carries the demo task out before one's eyes and ends with 0", { timeout: demoLimitMs }, async () => {
	const npm = await startDemo({ EXTENSION_DIR: inject("ready").extensionDir });
	expect((await npm.ended).code, npm.output()).toBe(0);
	if (process.getuid?.() === 0) expect(npm.output()).toContain("opens pages of this computer only");
	const steps = npm.output().match(/^ {2}step \d+ · .+ · \w+\(.*\).* · ✓ .+$/gm) ?? [];
	expect(steps.length, npm.output()).toBeGreaterThanOrEqual(5);
	expect(npm.output()).toMatch(/completed after [\d.]+ s · answer: 32\.40 €\nThe demo task succeeded\./);
	expectNothingLeft();
});
