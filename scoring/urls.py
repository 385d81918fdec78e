"""The URLs of all pages of ``scoring``."""

from django.urls import path

from scoring.calls.urls import call_urls
from scoring.clubs.pages import clubs, member, members, signing_in
from scoring.clubs.pages.passwords import account, set_password
from scoring.disputes.urls import dispute_urls
from scoring.events.people.pages import club_members
from scoring.events.urls import event_urls
from scoring.house_laws.urls import house_law_urls
from scoring.office import about, club_pages, journal_pages
from scoring.office.home import home
from scoring.office.pages import director
from scoring.printing.urls import printing_urls
from scoring.solver.pages import best_play
from scoring.table_pages import cards, deals, sheet, table
from scoring.tables.cutting_out.pages import company
from scoring.tables.pages import club_cards, games, links, practice, tables
from scoring.tables.pages.cuts import cuts
from scoring.tables.pages.held import held

urlpatterns = [
    path("", home, name="home"),
    path("sign-in/", signing_in.sign_in_page, name="sign-in"),
    path("sign-out/", signing_in.sign_out, name="sign-out"),
    path("account/", account, name="account"),
    path("set-password/<uidb64>/<token>/", set_password, name="set-password"),
    path("clubs/new/", clubs.new, name="club-new"),
    path("clubs/<slug:slug>/", club_pages.club, name="club"),
    path("clubs/<slug:slug>/settings/", club_pages.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/members/", members.members, name="members"),
    path("clubs/<slug:slug>/members/list/", members.import_members, name="import-members"),
    path("clubs/<slug:slug>/members/<id:member_id>/", member.member, name="member"),
    path("clubs/<slug:slug>/members/<id:member_id>/account/", member.account, name="member-account"),
    path("clubs/<slug:slug>/members/<id:member_id>/link/", member.renew, name="member-link"),
    path("clubs/<slug:slug>/members/<id:member_id>/withdraw/", member.withdraw, name="member-withdraw"),
    path("clubs/<slug:slug>/members/<id:member_id>/invite/", member.invite, name="member-invite"),
    path("clubs/<slug:slug>/members/<id:member_id>/name/", member.rename, name="member-rename"),
    path("clubs/<slug:slug>/members/<id:member_id>/merge/", club_members.merge, name="member-merge"),
    path("clubs/<slug:slug>/members/<id:member_id>/remove/", club_members.remove, name="member-remove"),
    path("clubs/<slug:slug>/director/", director, name="director"),
    path("clubs/<slug:slug>/director/held/<id:held_id>/", held, name="held"),
    path("clubs/<slug:slug>/tables/new/", tables.new, name="table-new"),
    path("clubs/<slug:slug>/cards/", club_cards.cards, name="club-cards"),
    path("clubs/<slug:slug>/journal/", journal_pages.journal, name="journal"),
    path("events/<id:event_id>/log/", journal_pages.event_log, name="event-log"),
    path("invitations/<str:invitation>/", members.accept, name="invitation"),
    path("t/", links.exchange, name="table-link"),
    path("cards/<id:card_id>/", club_cards.card, name="club-card"),
    path("help/", about.help_page, name="help"),
    path("privacy/", about.privacy, name="privacy"),
    path("practice/", practice.practice, name="practice"),
    path("games/", games.games, name="games"),
    path("games/<slug:slug>/", games.game, name="game"),
    path("tables/<id:table_id>/", table.table, name="table"),
    path("tables/<id:table_id>/cards/", cards.cards, name="deal-cards"),
    path("tables/<id:table_id>/sheet/", sheet.sheet, name="sheet"),
    path("tables/<id:table_id>/company/", company, name="company"),
    path("tables/<id:table_id>/cuts/", cuts, name="cuts"),
    path("tables/<id:table_id>/link/", links.link, name="link"),
    path("tables/<id:table_id>/link/code.svg", links.code, name="link-code"),
    path("tables/<id:table_id>/link/change/", links.change, name="link-change"),
    path("tables/<id:table_id>/word/", club_cards.word, name="table-word"),
    path("tables/<id:table_id>/close/", tables.close, name="table-close"),
    path("tables/<id:table_id>/deals/<id:number>/", deals.deal, name="deal"),
    path("tables/<id:table_id>/deals/<id:number>/cards/", cards.correction, name="correction-cards"),
    path("tables/<id:table_id>/deals/<id:number>/best-play/", best_play, name="best-play"),
    path("tables/<id:table_id>/games/new/", tables.game, name="game-new"),
    *call_urls,
    *dispute_urls,
    *event_urls,
    *house_law_urls,
    *printing_urls,
]
