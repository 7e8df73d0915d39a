import { createMetrics } from "@webhand/service-kit/metrics";
import { expect, onTestFinished, test } from "vitest";
import { readRunnerConfig } from "./config.ts";
import { serveHealth } from "./health.ts";

const facts = () => ({ status: null, isBrowserUp: false, browserStarts: 2 });
const needed = { RUNNER_SERVER_URL: "https://agent.example.com", RUNNER_PROFILE_DIR: "/p", RUNNER_EXTENSION_DIR: "/e" };

test("figures are told at the address that is chosen, and at no other", async () => {
	const metrics = createMetrics({ processDefaults: false });
	const health = await serveHealth({ host: "127.0.0.2", port: 0 }, { metrics, facts });
	onTestFinished(health.close);
	const reply = await fetch(`http://127.0.0.2:${health.port}/metrics`);
	expect(await reply.text()).toContain("webhand_runner_browser_starts 2");
	await expect(fetch(`http://127.0.0.1:${health.port}/metrics`)).rejects.toThrow();
});

test("the address is this computer's unless one is named", () => {
	expect(readRunnerConfig(needed).HEALTH_HOST).toBe("127.0.0.1");
	expect(readRunnerConfig({ ...needed, HEALTH_HOST: "0.0.0.0" }).HEALTH_HOST).toBe("0.0.0.0");
	expect(() => readRunnerConfig({ ...needed, HEALTH_HOST: "everywhere" })).toThrow("HEALTH_HOST");
});
