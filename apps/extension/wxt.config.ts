import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";
import { packSuffixes } from "./build/pack-suffixes.ts";

/** The public key fixes the extension's id, which the services know as `EXTENSION_IDS`. The private key is not in the repository. */
const key = readFileSync(new URL("./manifest-key.txt", import.meta.url), "utf8").trim();

/** The trusted-input build has one more permission. */
// biome-ignore lint/style/noProcessEnv: the one setting of the build.
const isTrusted = process.env["WEBHAND_TRUSTED_INPUT"] === "1";

const permissions = [
	// The chat lives in Chrome's side panel; a click on the icon opens it.
	"sidePanel",
	// Token, settings, and the record of a running step.
	"storage",
	// Injects the content script when a task starts on a page, never before.
	"scripting",
	// Address and title of the active tab choose its chat; opens and focuses the tabs of a task.
	"tabs",
	// Colours and names the tabs of a running task.
	"tabGroups",
	// Frames of a page, navigations, and tabs that a page opened.
	"webNavigation",
	// Wakes the worker to resume a task, and to look for runs that wait for a browser.
	"alarms",
	// "Run a routine on this page" in the menu of a page.
	"contextMenus",
	// In the browser of a runner alone: pages of other sites than the routine's do not load. Chrome warns of nothing more for it.
	"declarativeNetRequestWithHostAccess",
	// Trusted mouse and keyboard input, in the second build only: Chrome warns of it at install. Attached only where the user allows it.
	...(isTrusted ? ["debugger"] : []),
];

const localhost = ["localhost:*", "127.0.0.1:*", "*.localhost:*"];

const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	"font-src 'self'",
	// Emotion writes its styles into style elements.
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	`connect-src 'self' https: wss: ${localhost.flatMap((host) => [`http://${host}`, `ws://${host}`]).join(" ")}`,
	"object-src 'none'",
	"frame-src 'none'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");

export default defineConfig({
	srcDir: "src",
	imports: false,
	modules: ["@wxt-dev/module-react"],
	vite: () => ({
		resolve: {
			conditions: ["@webhand/source"],
			// The whole package would put the worker above its 320 kB, which Chrome reads at each wake.
			alias: { tldts: fileURLToPath(new URL("./src/worker/tabs/suffixes.ts", import.meta.url)) },
		},
		// Contracts that nobody calls need not be woken with the worker: to define them has no effect.
		build: { rolldownOptions: { treeshake: { manualPureFunctions: ["defineRoute"] } } },
		define: { __PUBLIC_SUFFIXES__: JSON.stringify(packSuffixes()) },
	}),
	// `npm run dev` opens the browser itself.
	webExt: { disabled: true },
	...(isTrusted ? { outDirTemplate: "chrome-mv3-trusted" } : {}),
	zip: { artifactTemplate: isTrusted ? "webhand-{{version}}-trusted.zip" : "webhand-{{version}}.zip" },
	manifest: {
		name: "Webhand",
		description: "__MSG_description__",
		// Words of Chrome's own pages and menus, in the language of Chrome: public/_locales.
		default_locale: "en",
		key,
		// Alarms at 30 s (120), checkVisibility options (121), URL.parse (126).
		minimum_chrome_version: "126",
		permissions,
		// Tells when a task ends while no panel is open; asked for when the user switches that on.
		optional_permissions: ["notifications"],
		// Acts on sites that the user allows in the panel; Chrome's own site access settings are obeyed. Chrome takes a picture of a page only
		// for `<all_urls>`; it warns with the same words as for `*://*/*`, and local files are never read.
		host_permissions: ["<all_urls>"],
		incognito: "not_allowed",
		// What an organization fixes by policy: docs/managed.md.
		storage: { managed_schema: "managed_schema.json" },
		action: { default_title: "__MSG_open_webhand__" },
		icons: { 16: "icon-16.png", 32: "icon-32.png", 48: "icon-48.png", 128: "icon-128.png" },
		commands: {
			_execute_action: { suggested_key: { default: "Alt+Shift+W" }, description: "__MSG_open_panel__" },
			"run-routine": { suggested_key: { default: "Alt+Shift+R" }, description: "__MSG_run_routine__" },
			"stop-task": { suggested_key: { default: "Alt+Shift+S" }, description: "__MSG_stop_task__" },
		},
		content_security_policy: { extension_pages: contentSecurityPolicy },
	},
});
