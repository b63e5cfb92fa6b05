// Nothing that matters needs this: it asks for the page again once a boundary has passed, and copies
// commands.
"use strict";

const longest = 2147483647;
const seconds = Number(document.body.dataset.refreshAfter);
if (seconds > 0) {
  setTimeout(() => location.reload(), Math.min(seconds * 1000, longest));
}

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const command = button.previousElementSibling;
    let result = "Copied";
    try {
      await navigator.clipboard.writeText(command.textContent);
    } catch {
      getSelection().selectAllChildren(command);
      result = "Press Ctrl-C";
    }
    button.textContent = result;
    // Screen readers say the new name of what has the focus.
    button.setAttribute("aria-label", result);
  });
}
