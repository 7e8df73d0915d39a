import { expect, test } from "vitest";
import { launchFaultOf } from "./launch-fault.ts";

const rewritten = `browserType.launch: Chromium sandboxing failed!
================================
To avoid the sandboxing issue, do either of the following:
  - (preferred): Configure your environment to support sandboxing
  - (alternative): Launch Chromium without sandbox using 'chromiumSandbox: false' option
================================`;
const raw = `browserType.launch: Target page, context or browser has been closed
Browser logs:
[pid=9][err] [9:9:FATAL:zygote_host_impl_linux.cc(126)] No usable sandbox! If you are running on Ubuntu 23.10+ …`;
const missing = `browserType.launch: Executable doesn't exist at /home/a/.cache/ms-playwright/chromium
Please run the following command to download new browsers`;

test.each([rewritten, raw])("a sandbox that cannot start is named with its cure, and nobody is told to install a browser", (message) => {
	const words = launchFaultOf(new Error(message));
	expect(words).toContain("kernel.apparmor_restrict_unprivileged_userns=0");
	expect(words).toContain("--no-sandbox");
	expect(words).not.toContain("install");
});

test("any other failure names the install, and its first line alone", () => {
	const words = launchFaultOf(new Error(missing));
	expect(words).toContain("npx playwright-core install chromium");
	expect(words).toContain("Executable doesn't exist");
	expect(words).not.toMatch(/sandbox|Please run/);
});
