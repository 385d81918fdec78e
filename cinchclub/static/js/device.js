// Functions that a device may lack or refuse. All pages work without them.

// Return a value that this device remembers from page to page, or null without one.
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Remember a value. null forgets it.
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Without storage, a choice lasts until the user leaves the page.
  }
}

// Keep the screen on while the page is visible. A browser releases the lock whenever the page is hidden, and
// refuses a lock outside HTTPS or with a low battery.
export function keepScreenOn() {
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // The screen goes dark as usual.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
