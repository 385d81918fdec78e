"""The URLs of the API under /api/v1/."""

from django.urls import include, path, register_converter
from django.urls.converters import IntConverter

from scoring.calls.api import (
    CallAnswerView,
    CallCloseView,
    CallDisputeView,
    CallSeeView,
    CallsView,
    CallView,
    TableCallsView,
)
from scoring.clubs import token_api
from scoring.clubs.api import ClubsView, ClubView, JournalView, MembersView
from scoring.disputes.api import (
    AnswerView,
    AppealView,
    ChooseView,
    DealDisputesView,
    DecideView,
    DisputesView,
    DisputeView,
    DropView,
    FoundView,
    LapseView,
    PenaltiesView,
    PreviewView,
    SettleAppealView,
    SpendView,
    TableDisputesView,
)
from scoring.events.api import club_members, events, rounds, rulings
from scoring.events.api.players import CheckInView, EventPlayersView, EventPlayerView, EventWishesView
from scoring.house_laws.api import (
    HouseCheckView,
    HouseDraftView,
    HouseExportView,
    HouseLawSetsView,
    HouseLawSetView,
    HousePublishView,
)
from scoring.solver.api import BestPlayView
from scoring.tables.api import club_cards, deals, games, score, tables
from scoring.tables.cutting_out.api import CompanyCutView, CompanyPlayerView, CompanyView


class IdConverter(IntConverter):
    """Converts ids in URLs: 1 to 999,999,999, so that no id is too large for a database column."""

    regex = "[1-9][0-9]{0,8}"


register_converter(IdConverter, "id")

house_law_set_urls = [
    path("", HouseLawSetView.as_view(), name="api-house-law-set"),
    path("draft/", HouseDraftView.as_view(), name="api-house-draft"),
    path("draft/check/", HouseCheckView.as_view(), name="api-house-check"),
    path("draft/publish/", HousePublishView.as_view(), name="api-house-publish"),
    path("export/", HouseExportView.as_view(), name="api-house-export"),
]
club_urls = [
    path("", ClubView.as_view(), name="api-club"),
    path("members/", MembersView.as_view(), name="api-members"),
    path("members/<id:member>/", club_members.MemberView.as_view(), name="api-member"),
    path("members/<id:member>/merge/", club_members.MergeView.as_view(), name="api-member-merge"),
    path("cards/", club_cards.ClubCardsView.as_view(), name="api-club-cards"),
    path("cards/<id:number>/", club_cards.ClubCardView.as_view(), name="api-club-card"),
    path("journal/", JournalView.as_view(), name="api-journal"),
    path("law-sets/", HouseLawSetsView.as_view(), name="api-house-law-sets"),
]
deal_urls = [
    path("", deals.DealView.as_view(), name="api-deal"),
    path("revisions/", deals.RevisionsView.as_view(), name="api-revisions"),
    path("disputes/", DealDisputesView.as_view(), name="api-deal-disputes"),
    path("best-play/", BestPlayView.as_view(), name="api-best-play"),
    path("found/", FoundView.as_view(), name="api-found"),
]
table_urls = [
    path("", tables.TableView.as_view(), name="api-table"),
    path("games/", tables.GamesView.as_view(), name="api-games"),
    path("link/", tables.LinkView.as_view(), name="api-link"),
    path("word/", club_cards.TableWordView.as_view(), name="api-table-word"),
    path("company/", CompanyView.as_view(), name="api-company"),
    path("company/cut/", CompanyCutView.as_view(), name="api-company-cut"),
    path("company/<id:member>/", CompanyPlayerView.as_view(), name="api-company-player"),
    path("cuts/", tables.CutsView.as_view(), name="api-cuts"),
    path("deals/", deals.DealsView.as_view(), name="api-deals"),
    path("deals/preview/", deals.DealPreviewView.as_view(), name="api-deal-preview"),
    path("disputes/", TableDisputesView.as_view(), name="api-table-disputes"),
    path("calls/", TableCallsView.as_view(), name="api-table-calls"),
    path("held/<id:entry>/", deals.HeldView.as_view(), name="api-held"),
]
dispute_urls = [
    path("", DisputeView.as_view(), name="api-dispute"),
    path("answer/", AnswerView.as_view(), name="api-dispute-answer"),
    path("choose/", ChooseView.as_view(), name="api-dispute-choose"),
    path("lapse/", LapseView.as_view(), name="api-dispute-lapse"),
    path("preview/", PreviewView.as_view(), name="api-dispute-preview"),
    path("decide/", DecideView.as_view(), name="api-dispute-decide"),
    path("appeal/", AppealView.as_view(), name="api-dispute-appeal"),
    path("settle/", SettleAppealView.as_view(), name="api-dispute-settle"),
    path("drop/", DropView.as_view(), name="api-dispute-drop"),
    path("spend/", SpendView.as_view(), name="api-dispute-spend"),
]
call_urls = [
    path("", CallView.as_view(), name="api-call"),
    path("see/", CallSeeView.as_view(), name="api-call-see"),
    path("answer/", CallAnswerView.as_view(), name="api-call-answer"),
    path("dispute/", CallDisputeView.as_view(), name="api-call-dispute"),
    path("close/", CallCloseView.as_view(), name="api-call-close"),
]
round_urls = [
    path("swap/", rounds.SwapView.as_view(), name="api-round-swap"),
    path("amend/", rounds.AmendView.as_view(), name="api-round-amend"),
    path("", rounds.RoundView.as_view(), name="api-round"),
    path("move/", rounds.MoveView.as_view(), name="api-round-move"),
    path("take-back/", rounds.TakeBackView.as_view(), name="api-round-take-back"),
    path("tables/<id:table_number>/total/", rounds.TotalView.as_view(), name="api-round-total"),
    path("tables/<id:table_number>/decide/", rounds.TableDecisionView.as_view(), name="api-round-decide"),
    path("tables/<id:table_number>/doubt/", rounds.DoubtView.as_view(), name="api-round-doubt"),
]
event_urls = [
    path("", events.EventView.as_view(), name="api-event"),
    path("start/", events.StartView.as_view(), name="api-event-start"),
    path("bell/", rounds.BellView.as_view(), name="api-event-bell"),
    path("clock/", rounds.ClockView.as_view(), name="api-event-clock"),
    path("standings/", events.StandingsView.as_view(), name="api-standings"),
    path("rulings/", rulings.EventRulingsView.as_view(), name="api-event-rulings"),
    path("changes/", events.EventChangesView.as_view(), name="api-event-changes"),
    path("hold/", events.HoldView.as_view(), name="api-event-hold"),
    path("word/", events.WordView.as_view(), name="api-event-word"),
    path("publish/", events.PublishView.as_view(), name="api-event-publish"),
    path("end/", events.EndView.as_view(), name="api-event-end"),
    path("reopen/", events.ReopenView.as_view(), name="api-event-reopen"),
    path("final/", events.FinalView.as_view(), name="api-event-final"),
    path("players/", EventPlayersView.as_view(), name="api-event-players"),
    path("players/<id:member>/", EventPlayerView.as_view(), name="api-event-player"),
    path("players/<id:member>/check-in/", CheckInView.as_view(), name="api-event-check-in"),
    path("players/<id:member>/wishes/", EventWishesView.as_view(), name="api-event-wishes"),
    path("doubts/<id:doubt>/", rounds.SettleView.as_view(), name="api-event-settle"),
]
urlpatterns = [
    path("auth/token/", token_api.TokenView.as_view(), name="api-token"),
    path("score/", score.ScoreView.as_view(), name="api-score"),
    path("games/", games.FamilyView.as_view(), name="api-every-game"),
    path("games/<slug:game>/", games.GameView.as_view(), name="api-game"),
    path("clubs/", ClubsView.as_view(), name="api-clubs"),
    path("tables/", tables.TablesView.as_view(), name="api-tables"),
    path("calls/", CallsView.as_view(), name="api-calls"),
    path("disputes/", DisputesView.as_view(), name="api-disputes"),
    path("disputes/penalties/", PenaltiesView.as_view(), name="api-penalties"),
    path("events/", events.EventsView.as_view(), name="api-events"),
    path("clubs/<slug:slug>/law-sets/<slug:house>/", include(house_law_set_urls)),
    path("clubs/<slug:slug>/", include(club_urls)),
    path("tables/<id:table>/deals/<id:number>/", include(deal_urls)),
    path("tables/<id:table>/", include(table_urls)),
    path("calls/<id:call>/", include(call_urls)),
    path("disputes/<id:dispute>/", include(dispute_urls)),
    path("events/<id:event>/rounds/<id:round_number>/", include(round_urls)),
    path("events/<id:event>/", include(event_urls)),
]
