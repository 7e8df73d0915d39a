/** The look of the panel: its greys and blues, in light and dark. Lengths are in rem, so a larger text size enlarges everything. */
export const style = `
:root { color-scheme: light dark; --canvas: #fafafa; --card: #ffffff; --fg: #18181b; --quiet: #52525b; --line: #e4e4e7; --edge: #71717a;
	--brand: #2563eb; --brand-hover: #173da6; --link: #173da6; --focus: #2563eb; --error: #991919; --failed: #fef2f2; --failed-line: #fca5a5; }
@media (prefers-color-scheme: dark) {
	:root { --canvas: #111111; --card: #18181b; --fg: #f4f4f5; --quiet: #a1a1aa; --line: #27272a; --edge: #71717a;
		--brand: #2563eb; --brand-hover: #3b6fee; --link: #93c5fd; --focus: #60a5fa; --error: #fca5a5; --failed: #1f0808; --failed-line: #7c1f1f; }
}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: clamp(1rem, 8vh, 5rem) 1rem 2rem; background: var(--canvas); color: var(--fg);
	font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
main { max-width: 26rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2rem); background: var(--card); border: 1px solid var(--line);
	border-radius: 0.75rem; box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 6%); }
.mark { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.25rem; color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
.mark svg { width: 1.5rem; height: 1.5rem; flex: none; }
.mark a { margin-left: auto; padding: 0.25rem 0; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.25; }
h2 { margin: 0 0 0.25rem; font-size: 1rem; line-height: 1.4; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
.field { margin: 0 0 1rem; }
label, dt { display: block; margin: 0 0 0.25rem; font-size: 0.875rem; font-weight: 600; }
.hint, .error { margin: 0 0 0.375rem; font-size: 0.875rem; line-height: 1.4; }
.hint { color: var(--quiet); }
.error { color: var(--error); font-weight: 600; }
input { display: block; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.5rem;
	background: var(--card); color: var(--fg); font: inherit; }
dd { margin: 0; }
[hidden] { display: none; }
input[aria-invalid] { border-color: var(--error); border-width: 2px; }
button { display: block; width: 100%; min-height: 2.75rem; padding: 0.5rem 1rem; border: 0; border-radius: 0.5rem; background: var(--brand);
	color: #ffffff; font: inherit; font-weight: 600; cursor: pointer; overflow-wrap: anywhere; }
button:hover { background: var(--brand-hover); }
a { color: var(--link); }
.summary a { color: var(--error); }
.button { display: block; padding: 0.625rem 1rem; border-radius: 0.5rem; background: var(--brand); color: #ffffff; font-weight: 600;
	text-align: center; text-decoration: none; }
.button:hover { background: var(--brand-hover); }
.after { margin: 1.25rem 0 0; font-size: 0.875rem; }
.steps { margin: 0; padding: 0 0 0 1.25rem; }
.steps li { margin: 0 0 1.25rem; }
.steps li:last-child, .steps li > :last-child { margin-bottom: 0; }
code { padding: 0.125rem 0.25rem; border-radius: 0.25rem; background: var(--canvas); font: 0.875em ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.summary { margin: 0 0 1.25rem; padding: 0.75rem 1rem; border: 1px solid var(--failed-line); border-radius: 0.5rem; background: var(--failed); }
.summary ul { margin: 0; padding: 0 0 0 1.25rem; }
main > p:last-child { margin-bottom: 0; }
@media (forced-colors: active) { button, main, input { border: 1px solid; } }
`;
