import { defineConfig } from "vitest/config";

// Packages publish their sources under this condition; Node gets the same one on its command line.
const conditions = ["@webhand/source"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } }, environments: { __vitest__: { resolve: { conditions } } } };

// Two cores: one project after the other, so that browsers and crashed databases do not fight over them. Limits of time are for what
// hangs, not for what is slow: they hold on a machine three times as slow as the usual one.
const inTurn = (groupOrder: number) => ({ sequence: { groupOrder } });

const seconds = (count: number) => count * 1_000;

export default defineConfig({
	...source,
	test: {
		retry: 0,
		allowOnly: false,
		passWithNoTests: false,
		tags: [{ name: "long", description: "Long forms: `npm test` leaves them out, `npm run test:full` plays them." }],
		projects: [
			{
				...source,
				test: {
					name: "unit",
					...inTurn(1),
					include: ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "infra/local/**/*.test.ts"],
					setupFiles: ["packages/testing/src/properties.ts"],
					exclude: ["**/node_modules/**", "infra/local/test/{service,e2e,faults}/**", "apps/extension/src/worker/**"],
					// These files share no state, and a world for each of them costs twice the time of its tests.
					isolate: false,
					testTimeout: seconds(30),
					expect: { poll: { timeout: seconds(20) } },
				},
			},
			{
				// The worker's modules look for Chrome when they load, so each file needs a world of its own.
				...source,
				test: {
					name: "unit-worker",
					...inTurn(1),
					include: ["apps/extension/src/worker/**/*.test.ts"],
					setupFiles: ["packages/testing/src/properties.ts"],
					testTimeout: seconds(30),
					expect: { poll: { timeout: seconds(20) } },
				},
			},
			{
				...source,
				test: {
					name: "service",
					...inTurn(2),
					include: ["apps/*/test/**/*.test.ts", "packages/*/test/**/*.test.ts", "infra/local/test/service/**/*.test.ts"],
					globalSetup: ["packages/testing/src/global-setup.ts"],
					setupFiles: ["packages/testing/src/cleanup-limit.ts"],
					testTimeout: seconds(90),
					hookTimeout: seconds(120),
					expect: { poll: { timeout: seconds(60) } },
					// A file closes what it opened, and the modules of a service need longer to load than most files to run.
					isolate: false,
					maxWorkers: 2,
				},
			},
			{
				// Only by `npm run test:full`: crashes ×n, and what needs the network.
				...source,
				test: {
					name: "faults",
					...inTurn(5),
					include: ["{apps,packages}/*/faults/**/*.test.ts", "infra/local/test/faults/**/*.test.ts"],
					globalSetup: ["packages/testing/src/global-setup.ts"],
					setupFiles: ["packages/testing/src/cleanup-limit.ts"],
					testTimeout: seconds(180),
					hookTimeout: seconds(60),
					expect: { poll: { timeout: seconds(60) } },
					maxWorkers: 1,
				},
			},
			{
				...source,
				test: {
					name: "e2e",
					...inTurn(3),
					include: ["apps/extension/e2e/**/*.test.ts", "infra/local/test/e2e/**/*.test.ts"],
					globalSetup: ["apps/extension/e2e/global-setup.ts"],
					setupFiles: ["packages/testing/src/cleanup-limit.ts"],
					testTimeout: seconds(180),
					hookTimeout: seconds(240),
					expect: { poll: { timeout: seconds(60) } },
					maxWorkers: 2,
				},
			},
		],
	},
});
