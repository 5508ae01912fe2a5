// The only script of the desk: it updates the count of waiting cases in the navigation and in the title of the tab.
// Without it, each page shows the count at the time when it was drawn.
const place = document.querySelector('[data-waiting]');
const title = document.title;

function show(waiting) {
  if (place) place.textContent = String(waiting);
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
}

async function look() {
  if (document.hidden) return;
  const reply = await fetch('/desk/counts');
  if (reply.ok) show((await reply.json()).waiting);
}

if (place) {
  show(Number(place.textContent));
  const again = () => {
    look().catch(() => {});
  };
  setInterval(again, 15_000);
  document.addEventListener('visibilitychange', again);
}
