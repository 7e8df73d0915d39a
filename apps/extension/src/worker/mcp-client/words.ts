/** What an MCP client and its model read of this browser. */
export const clientWords = {
	broken: "The extension could not do this. Ask the person to reload the tab, then call again",
	silent: "The page does not answer. Ask the person to close its dialog or reload it",
	siteNeeded: (domain: string) =>
		`Webhand may not read ${domain} yet. Ask the person to allow the site always, or have browser_task do it: it asks them in the panel, for that task alone`,
	waits: {
		user: "An answer in Webhand's panel",
		site: (domain: string) => `Allow Webhand to work on ${domain}, in its panel`,
		trusted: (domain: string) => `Allow real mouse and keyboard input on ${domain}, in Webhand's panel`,
		offline: "The connection to the server",
		signed_out: "Sign in to Webhand",
		elsewhere: "Say in Webhand's panel which window goes on",
		page_dialog: "Close the dialog that the page shows",
		paused: "Press Continue in Webhand's panel",
	},
} as const;
