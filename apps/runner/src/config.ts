import { portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

/** Settings of a runner. */
export const Settings = z.object({
	RUNNER_SERVER_URL: z
		.url({ protocol: /^https?$/ })
		.transform((url) => new URL(url).origin)
		.describe("Where Webhand answers, such as https://agent.example.com."),
	RUNNER_CODE: z
		.string()
		.regex(/^whr_[\w-]{43}$/, "is not an enrolment code")
		.optional()
		.describe("The enrolment code that the console shows once, whr_ and 43 characters; not needed any more once the profile is signed in."),
	RUNNER_PROFILE_DIR: z.string().min(1).describe("The folder of its browser profile, kept between starts; one runner at a time."),
	RUNNER_EXTENSION_DIR: z.string().min(1).describe("The folder of the built extension."),
	RUNNER_HEADED: z.stringbool().default(false).describe("true: its browser has a window; that needs a display."),
	CHROMIUM_BIN: z.string().min(1).optional().describe("The Chromium to start; Playwright's own by default."),
	HEALTH_HOST: z
		.union([z.ipv4(), z.ipv6()], "is not an IP address")
		.default("127.0.0.1")
		.describe("The address of /healthz and /metrics, such as 0.0.0.0 for a Prometheus elsewhere; whoever reaches it reads both."),
	HEALTH_PORT: portSetting(0).describe("The port of /healthz and /metrics, 0 to 65535; 0 takes a free one."),
	DRAIN_LIMIT_SECONDS: z.coerce
		.number()
		.min(0)
		.max(3_600)
		.default(60)
		.describe("How long rows at hand may go on after SIGTERM, 0 to 3600 seconds, before another runner goes on with them."),
});
export type RunnerConfig = z.infer<typeof Settings>;

/** Reads the settings. @throws ConfigError naming every wrong one */
export function readRunnerConfig(environment: Readonly<Record<string, string | undefined>> = process.env): RunnerConfig {
	return readConfig(Settings, environment);
}
