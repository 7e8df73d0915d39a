import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { findProgram } from "./binaries.ts";

/** Command-line switches of every Chromium that tests start: quiet, nothing in the background, able to run as root. */
export const chromiumArguments: readonly string[] =
	"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync --disable-background-networking --disable-component-update".split(
		" ",
	);

/** Starts a headless Chromium for pages that need no extension. The caller closes it. @throws Error when there is none */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: findProgram("chromium"), args: [...chromiumArguments] });
}
